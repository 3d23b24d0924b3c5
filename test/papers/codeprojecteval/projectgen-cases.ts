/** Shared by the tests of projectgen. */
import { stepOf } from './projectgen-server.ts'
import type { ModelServer } from '../../model-server/server.ts'
import { LIBRARIES } from '../../agents/method-runs.ts'

export const RUN = [
  '--benchmark',
  `codeprojecteval:${LIBRARIES}`,
  '--agent',
  'projectgen',
  '--model',
  'openai:scripted',
] as const
export const TIME = { timeout: 180_000 }

export const steps = ({ received }: ModelServer) => received.map((request) => stepOf(request))
export const score = (value: number) =>
  JSON.stringify({ score: value, feedback: `Only ${String(value)} of ten points.` })
