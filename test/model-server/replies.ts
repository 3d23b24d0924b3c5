/** Replies of a good model to the prompts of the protocol. They depend only on the request. */
import { VERIFIED, actions, contractStepOf } from '../papers/greenfield/model-server.ts'
import { stepOf } from './projectgen.ts'
import type { Received, Reply } from './server.ts'
import { zerorepoStepOf } from '../papers/repocraft/zerorepo-server.ts'

/** The kind of answer that a prompt asks for. */
export type Purpose = 'checklist' | 'skeleton' | 'code' | 'launch' | 'answers'

export function purposeOf({ messages }: Received): Purpose {
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  if (text.includes('How is it started?') || text.includes('How is it run?')) return 'launch'
  if (text.includes('It can no longer be changed')) return 'answers'
  if (text.startsWith('A user wants this software')) return 'checklist'
  return text.startsWith('This software is to be written') ? 'skeleton' : 'code'
}

export function isWebsite({ messages }: Received): boolean {
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return text.includes('Kind of software: website') || text.includes('How is it started?')
}

const CHECKLIST = [{ page: 'Main', functions: [{ function: 'Greet', description: 'It says hello.' }] }]

/** A program that says one sentence, or a server that ends at once: quick to judge, never good. */
export function smallReply(request: Received): Reply {
  return { kind: 'answer', text: smallText(request) }
}

export function smallText(request: Received): string {
  const website = isWebsite(request)
  const name = website ? 'server.js' : 'main.js'
  const step = stepOf(request)
  if (step === 'architecture')
    return JSON.stringify({ modules: [{ name: 'all', description: '', files: [{ path: name, description: '' }] }] })
  if (step?.startsWith('judge') === true) return JSON.stringify({ score: 9, feedback: '' })
  const contractStep = contractStepOf(request)
  if (contractStep === 'contract') return actions({ action: 'add', section: 'api', content: [{ path: name }] })
  if (contractStep === 'audit-contract') return actions()
  if (contractStep === 'verify-file') return VERIFIED
  const planned = planReply(request, name)
  if (planned !== undefined) return planned
  const code = website ? 'process.exit(7)\n' : "console.log('hello')\n"
  switch (purposeOf(request)) {
    case 'checklist':
      return JSON.stringify(CHECKLIST)
    case 'skeleton':
      return JSON.stringify([{ file: name, path: name, code: '// to be written\n' }])
    case 'code':
      return JSON.stringify([{ file: name, path: name, code }])
    case 'launch':
      return JSON.stringify(website ? { start: ['node', name], port: 8000 } : { run: ['node', name] })
    case 'answers':
      return '{}'
  }
}

/** A plan with one file that has no test. */
function planReply(request: Received, name: string): string | undefined {
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
