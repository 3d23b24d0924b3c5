import type { MethodReply } from '../../model-server/replies.ts'
import { VERIFIED, actions, contractStepOf } from './model-server.ts'

/** A contract of one file, in which nothing is wrong. */
export const reply: MethodReply = (request, name) => {
  switch (contractStepOf(request)) {
    case 'contract':
      return actions({ action: 'add', section: 'api', content: [{ path: name }] })
    case 'audit-contract':
      return actions()
    case 'verify-file':
      return VERIFIED
    default:
      return undefined
  }
}
