import type { MethodReply } from '../../model-server/replies.ts'
import { stepOf } from './projectgen-server.ts'

/** An architecture of one file, and good marks for everything. */
export const reply: MethodReply = (request, name) => {
  const step = stepOf(request)
  if (step === 'architecture')
    return JSON.stringify({ modules: [{ name: 'all', description: '', files: [{ path: name, description: '' }] }] })
  return step?.startsWith('judge') === true ? JSON.stringify({ score: 9, feedback: '' }) : undefined
}
