/** The auditor on a published program, with the interfaces that its published contract names. */
import { afterAll } from 'vitest'
import { outlines } from '../../../../harness/agents/framework/outlines/outlines.ts'
import { keepsItsContract } from './workspaces-cases.ts'

afterAll(() => outlines[Symbol.asyncDispose]())

await keepsItsContract('plane')
