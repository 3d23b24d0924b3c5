import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { once } from 'node:events'
import net from 'node:net'
import { AgentFault, messageOf } from '../../../errors.ts'
import { Cleanup } from '../../../lib/async/cleanup.ts'
import { packageRoot } from '../../../lib/files/package-root.ts'
import { quoteArgument } from '../../../lib/processes/shell.ts'
import { scratchFolder } from '../../../lib/files/scratch.ts'
import { answersSchema, type Answers } from '../../../contracts/schema.ts'
import type { AgentContext, Project, ProjectFile } from '../../../contracts/types.ts'
import { checkText, everythingPassed, submissionText } from '../../protocol/feedback-text.ts'
import { NOT_THE_PROJECT } from '../collect.ts'
import { type FeedbackRequest, RequestProblem, RequestReader } from './request.ts'
import pLimit from 'p-limit'

/** Programs that a tool can call in its room: `pe-check`, `pe-submit`, or both. */
export interface FeedbackPrograms extends AsyncDisposable {
  /** Absolute folder of this machine that the room must show; undefined if the mission offers no feedback. */
  readonly folder: string | undefined
  /** Comes before the command of the tool, so that it finds the programs. */
  readonly entrance: readonly string[]
}

/** The files that a tool has written so far, read in the same way as its finished project. */
export interface ReadProject {
  readonly project: Project
  readonly notes: readonly string[]
}

export const CLIENT = 'pe-feedback.mjs'

/**
 * Makes the programs that the mission offers, and answers them until it is disposed.
 * @param read Makes a project of the files in the folder of the tool
 */
export async function openFeedbackPrograms(
  context: AgentContext,
  read: (files: readonly ProjectFile[]) => Promise<ReadProject>,
): Promise<FeedbackPrograms> {
  const names = programsOf(context)
  await using stack = new Cleanup()
  if (names.length === 0) return { folder: undefined, entrance: [], [Symbol.asyncDispose]: () => Promise.resolve() }
  // Only the inner folder is shown, and can be entered by the user of the sandbox. Nobody else can reach it.
  const scratch = stack.use(await scratchFolder('room'))
  const folder = path.join(scratch.path, 'pe')
  const programs = path.join(folder, 'bin')
  await mkdir(programs, { recursive: true })
  const client = path.join(folder, CLIENT)
  await copyFile(path.join(packageRoot(import.meta.dirname), 'harness', 'agents', 'command', 'client', CLIENT), client)
  const settings = path.join(folder, 'settings.json')
  await writeFile(
    settings,
    JSON.stringify({
      except: NOT_THE_PROJECT,
      repository: context.feedback.repository === true,
      suites: context.feedback.suites ?? [],
    }),
  )
  for (const name of names) {
    const program = path.join(programs, `pe-${name}`)
    await writeFile(
      program,
      `#!/bin/sh\nexec ${quoteArgument(process.execPath)} ${quoteArgument(client)} ${name} "$@"\n`,
    )
    await chmod(program, 0o755)
  }
  for (const each of [folder, programs]) await chmod(each, 0o755)
  for (const each of [client, settings]) await chmod(each, 0o644)
  stack.use(
    await openFeedbackServer({
      socket: path.join(folder, 'socket'),
      answer: (request) => answerTo(request, context, read),
    }),
  )
  const owned = stack.move()
  const enter = 'PATH="$1:$PATH" PE_PROJECT="$PWD" && export PATH PE_PROJECT && shift && exec "$@"'
  return {
    folder,
    entrance: ['sh', '-c', enter, 'room', programs],
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

/** The calls that a mission offers in a room; empty if it offers no feedback. */
export function programsOf({ feedback }: Pick<AgentContext, 'feedback'>): readonly FeedbackRequest['call'][] {
  return [...(feedback.checks ? (['check'] as const) : []), ...(feedback.submissions > 0 ? (['submit'] as const) : [])]
}

/** Never shows an error of the harness to the tool: the trial ends with that error once the tool has ended. */
async function answerTo(
  { call, files, answers, suite }: FeedbackRequest,
  context: AgentContext,
  read: (files: readonly ProjectFile[]) => Promise<ReadProject>,
): Promise<Reply> {
  try {
    const { project, notes } = await read(files)
    const values = answersOf(answers)
    const text = (shown: string) => [...notes.map((note) => `note: ${note}`), shown].join('\n')
    if (call === 'check') {
      const result = await context.check(project, values)
      return { code: everythingPassed(result) ? 0 : 1, text: text(checkText(result)) }
    }
    const result = await context.submit(project, values, suite)
    return { code: everythingPassed(result) ? 0 : 1, text: text(submissionText(result)) }
  } catch (error) {
    return { code: 2, text: error instanceof AgentFault ? messageOf(error) : 'the harness failed: try again later' }
  }
}

/** @throws AgentFault if the text is not valid answers */
function answersOf(text: string | undefined): Answers {
  if (text === undefined) return {}
  try {
    return answersSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new AgentFault('the answers are not a JSON object of testcode → parameter → value', 'unreadable', {
      cause: error,
    })
  }
}

// ---- server --------------------------------------------------------------------------------------------------------

/** Connections at one time; others are closed at once. */
const MOST_OPEN = 8
/** Milliseconds in which a client must send its request, and read the answer. */
const SENDING = 30_000
/** Characters of an answer. */
const LONGEST_ANSWER = 64 * 1024

interface Reply {
  /** The exit code of the program that asked. */
  readonly code: number
  readonly text: string
}

interface FeedbackServer extends AsyncDisposable {
  /** Requests that have been answered, or refused. */
  readonly ended: number
}

interface ServerSetup {
  /** Path of the socket, which every user that can reach it may connect to. */
  readonly socket: string
  /** Never rejects. */
  readonly answer: (request: FeedbackRequest) => Promise<Reply>
  /** Milliseconds in which a client must send its request; 30 s by default. */
  readonly sending?: number
}

/**
 * Answers the programs of a room, one request at a time: the others wait unread. A connection without a complete and valid
 * request is closed after a while, and disturbs nobody outside the room.
 */
export async function openFeedbackServer({ socket, answer, sending = SENDING }: ServerSetup): Promise<FeedbackServer> {
  const clients = new Set<net.Socket>()
  const oneAtATime = pLimit(1)
  let ended = 0
  const server = net.createServer({ pauseOnConnect: true }, (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    // A client may go away at any time; its `close` is what counts.
    client.on('error', () => client.destroy())
    void oneAtATime(async () => {
      if (!client.destroyed) await serve(client, answer, sending)
      ended += 1
    })
  })
  server.maxConnections = MOST_OPEN
  server.listen(socket)
  await once(server, 'listening')
  await chmod(socket, 0o666)
  return {
    get ended() {
      return ended
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function serve(client: net.Socket, answer: ServerSetup['answer'], sending: number): Promise<void> {
  const reply = await replyTo(client, answer, sending)
  if (reply === undefined || client.destroyed) return
  client.setTimeout(sending, () => client.destroy())
  client.end(`${String(reply.code)}\n${reply.text.slice(0, LONGEST_ANSWER)}\n`)
}

async function replyTo(client: net.Socket, answer: ServerSetup['answer'], sending: number): Promise<Reply | undefined> {
  try {
    const request = await requestOf(client, sending)
    return request && (await answer(request))
  } catch (error) {
    if (error instanceof RequestProblem) return { code: 2, text: error.message }
    throw error
  }
}

/**
 * Reads the request of a client; undefined if the client disconnects before it is complete.
 * @throws RequestProblem if the request is invalid
 */
function requestOf(client: net.Socket, sending: number): Promise<FeedbackRequest | undefined> {
  const reader = new RequestReader()
  return new Promise((resolve, reject) => {
    const settle = (action: () => void) => {
      clearTimeout(timer)
      client.off('data', onData).off('end', onGone).off('close', onGone)
      client.pause()
      action()
    }
    const onGone = () => settle(() => resolve(undefined))
    const onData = (chunk: Buffer) => {
      try {
        const request = reader.push(chunk)
        if (request) settle(() => resolve(request))
      } catch (error) {
        settle(() => reject(error instanceof Error ? error : new Error(messageOf(error))))
      }
    }
    const timer = setTimeout(() => {
      settle(() => reject(new RequestProblem(`the request was not sent within ${sending / 1000} s`)))
    }, sending)
    client.on('data', onData).on('end', onGone).on('close', onGone).resume()
  })
}
