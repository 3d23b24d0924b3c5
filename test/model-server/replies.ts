/** Replies of a good model to the prompts of the protocol. They depend only on the request. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Received, Reply } from './server.ts'

/**
 * The reply to a prompt of a paper's method, from `test/papers/NAME/reply.ts`; undefined if the prompt is of another one.
 * @param name The one file of the program
 */
export type MethodReply = (request: Received, name: string) => string | undefined

const PAPERS = path.join(import.meta.dirname, '..', 'papers')

const methodReplies: readonly MethodReply[] = await Promise.all(
  readdirSync(PAPERS)
    .map((paper) => path.join(PAPERS, paper, 'reply.ts'))
    .filter((file) => existsSync(file))
    .map(async (file) => ((await import(pathToFileURL(file).href)) as { readonly reply: MethodReply }).reply),
)

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
  for (const reply of methodReplies) {
    const text = reply(request, name)
    if (text !== undefined) return text
  }
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
