/** Shared by the tests of contract-coding. */
import type { ContractTask, ContractWork } from '../../../harness/contracts/schema.ts'
import { contractFile, contractStepOf, type ContractStep } from './model-server.ts'
import { CODE } from '../../model-server/method.ts'
import type { ModelServer, Received } from '../../model-server/server.ts'
import { LIBRARIES, type Ended } from '../../agents/method-runs.ts'

export const [INIT, PARSING] = ['intervals/__init__.py', 'intervals/parsing.py'] as const
export const RUN = [
  '--benchmark',
  `codeprojecteval:${LIBRARIES}`,
  '--agent',
  'contract-coding',
  '--model',
  'openai:scripted',
]
export const TIME = { timeout: 180_000 }

export function requestsOf({ received }: ModelServer, step: ContractStep, file?: string): Received[] {
  const own = received.filter((request) => contractStepOf(request) === step)
  return own.filter((request) => file === undefined || contractFile(request) === file)
}

export function workOf({ project }: Ended): ContractWork {
  const work = project.artefacts?.contract
  if (!work) throw new Error('the trial has no contract')
  return work
}

export function taskOf(end: Ended, file: string): ContractTask {
  const task = workOf(end).tasks.find((each) => each.file === file)
  if (!task) throw new Error(`there is no task ${file}`)
  return task
}

export const code = (file: string) => CODE[file] ?? ''
