import type { MethodReply } from '../../model-server/replies.ts'
import { zerorepoStepOf } from './zerorepo-server.ts'

/** A plan with one file that has no test. */
export const reply: MethodReply = (request, name) => {
  switch (zerorepoStepOf(request)) {
    case 'features':
      return JSON.stringify({ groups: [{ name: 'all', features: [{ name: 'hello' }] }], complete: true })
    case 'capabilities':
      return JSON.stringify({ capabilities: [{ name: 'all', features: ['hello'] }] })
    case 'files':
      return JSON.stringify({ files: [{ path: name, capabilities: ['all'] }] })
    case 'bases':
    case 'interface':
      return JSON.stringify({ units: [] })
    case 'test':
      return JSON.stringify([{ file: 'unit.test.mjs', path: '.unit-test/unit.test.mjs', code: '' }])
    default:
      return undefined
  }
}
