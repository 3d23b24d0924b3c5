/** The other cases of workspaces.integration.test.ts. */
import { afterAll } from 'vitest'
import { outlines } from '../../../../harness/agents/framework/outlines/outlines.ts'
import { keepsItsContract } from './workspaces-cases.ts'

afterAll(() => outlines[Symbol.asyncDispose]())

await keepsItsContract('city')
