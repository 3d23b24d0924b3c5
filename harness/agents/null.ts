import type { Agent } from '../contracts/types.ts'
import { solutionAgent } from './stand-ins.ts'

/** Returns an empty project and empty answers: the lower end of the scale. */
export function nullAgent(): Agent {
  return solutionAgent('null', { project: { files: [] }, answers: {} })
}
