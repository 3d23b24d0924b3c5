/** The side of a process in a pool. Hostile input may crash the process, but not the harness. */
import { Socket } from 'node:net'
import v8 from 'node:v8'
import { FrameReader, writeFrame } from './frames.ts'
import { intrinsics } from './intrinsics.ts'
import { MESSAGES, type Message, type Reply, type Request } from './messages.ts'

/**
 * The tasks of a process, by name: functions that can send parts of a result before they return the rest. Inputs, parts and
 * results are copied as by `structuredClone`.
 */
export type Tasks = Readonly<Record<string, (input: never, send: never) => unknown>>

export type InputOf<Task extends Tasks[string]> = Parameters<Task>[0]
export type PartOf<Task extends Tasks[string]> = Parameters<Task>[1] extends (part: infer Part) => void ? Part : never
export type OutputOf<Task extends Tasks[string]> = Awaited<ReturnType<Task>>

type AnyTask = (input: unknown, send: (part: unknown) => void) => unknown

/** Characters of a stack. */
const MOST_DETAIL = 4000

let expected = 0

/** Carries out tasks, one after another, until standard input ends; then the process ends. */
export function serve(tasks: Tasks): void {
  const requests = process.stdin
  const messages = new Socket({ fd: MESSAGES, readable: false, writable: true })
  // The harness is gone, and nobody waits for what is still running.
  requests.once('close', () => process.kill(process.pid, 'SIGKILL'))
  messages.on('error', () => requests.destroy())
  const send = (message: Message) => writeFrame(messages, v8.serialize(message))
  const sendReply = (reply: Reply) => {
    try {
      send(reply)
    } catch (error) {
      // The result cannot be copied, because it is nested too deeply or contains a function.
      send(thrown(error))
    }
  }
  const reader = new FrameReader({
    onMessage: (bytes) => {
      const { task, input } = v8.deserialize(bytes) as Request
      const sendPart = (value: unknown) => send({ type: 'part', value })
      void carryOut(tasks[task] as AnyTask, input, sendPart).then(sendReply)
    },
  })
  requests.on('data', (chunk: Buffer) => reader.push(chunk))
  expected = intrinsics()
  send({ type: 'ready' })
}

/** Loads code that may add properties to built-in objects, which would otherwise count as an effect of the input. */
export async function loading<T>(load: () => Promise<T>): Promise<T> {
  const before = intrinsics()
  const loaded = await load()
  expected += intrinsics() - before
  return loaded
}

async function carryOut(task: AnyTask, input: unknown, send: (part: unknown) => void): Promise<Reply> {
  try {
    const value = await task(input, send)
    return { type: 'done', value, tainted: isTainted() }
  } catch (error) {
    return thrown(error)
  }
}

function thrown(error: unknown): Reply {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { type: 'thrown', detail: detail.slice(0, MOST_DETAIL), tainted: isTainted() }
}

/** Whether the input has changed a prototype, with which it could influence later tasks. */
function isTainted(): boolean {
  return intrinsics() !== expected
}
