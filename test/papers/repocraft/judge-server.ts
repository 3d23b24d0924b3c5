/** A scripted model that judges tasks of libraries and builds them: it answers by what it is asked. */
import type { Received, Reply } from '../../model-server/server.ts'

type Messages = readonly { readonly role: string; readonly content: string }[]

export interface JudgeScript {
  /** The adapted test; the reference test itself by default. */
  readonly adapt?: (code: string, turn: number) => string
  /** One vote; by default it says yes to code that does something. */
  readonly vote?: (code: string, seed: number) => boolean
  /** Names of definitions that are likely for an algorithm; all by default. */
  readonly localise?: (definitions: readonly string[], algorithm: string) => readonly string[]
}

/** The text between the two lines of the mark. */
function dataIn(text: string): string {
  return /^([0-9a-f]{32})\n([^]*?)\n\1$/m.exec(text)?.[2] ?? ''
}

const PLACEHOLDER = /^\d+\|\s*(?:pass|\.\.\.|return(?: None)?|raise NotImplementedError.*)?\s*$/

/** Code whose bodies have more than placeholders, signatures and docstrings. */
function doesSomething(code: string): boolean {
  return code
    .split('\n')
    .filter((line) => /^\d+\|/.test(line))
    .some((line) => !PLACEHOLDER.test(line) && !/^\d+\|\s*(?:async def|def|class|@|"""|#)/.test(line))
}

/** Answers a question of the judge; undefined if it is no such question. */
export function judgeAnswer(messages: Messages, seed: number, script: JudgeScript = {}): string | undefined {
  const [system = '', user = ''] = messages.map(({ content }) => content)
  if (system.includes('look for an algorithm')) {
    const lines = dataIn(user)
      .split('\n')
      .filter((line) => line.startsWith('"'))
    const algorithm = /^Algorithm: (.*)$/m.exec(user)?.[1] ?? ''
    const names = lines.map((line) => / ([^\s:]+): /.exec(line)?.[1] ?? '')
    const chosen = new Set(script.localise ? script.localise(names, algorithm) : names.slice(0, 8))
    const candidates = lines
      .map((line, index) => ({
        file: JSON.parse(/^"(?:[^"\\]|\\.)*"/.exec(line)?.[0] ?? '""') as string,
        name: names[index] ?? '',
      }))
      .filter(({ name }) => chosen.has(name))
    return JSON.stringify({ candidates: candidates.slice(0, 8) })
  }
  if (system.includes('whether code implements an algorithm')) {
    const code = dataIn(user)
    const present = script.vote ? script.vote(code, seed) : doesSomething(code)
    return JSON.stringify({ present, reason: present ? 'it computes it' : 'it computes nothing' })
  }
  if (system.includes('adapt a test of a reference library')) {
    const code = /with the functions [^\n]*:\n([^]*?)\n\n(?=[0-9a-f]{32}\n)/.exec(user)?.[1] ?? ''
    const turn = user.split('An earlier answer of yours:').length
    return JSON.stringify({ test: script.adapt ? script.adapt(code, turn) : code })
  }
  return undefined
}

/** For a model server. */
export function judgeReply(script: JudgeScript = {}): (request: Received, number: number) => Reply {
  const seen = new Map<string, number>()
  return ({ messages }) => {
    const key = JSON.stringify(messages)
    const seed = (seen.get(key) ?? 0) + 1
    seen.set(key, seed)
    const text = judgeAnswer(messages, seed, script)
    return text === undefined ? { kind: 'error', status: 400 } : { kind: 'answer', text }
  }
}
