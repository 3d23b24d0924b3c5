import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import net from 'node:net'
import { BadParameter, ExpectationNotMet, HarnessFault, ProjectFault, messageOf } from '../../../errors.ts'
import { messageSchema } from './protocol.ts'

/** Functions of the harness that the worker may call, by name. An error ends the testcode; its class decides the verdict. */
export type Calls = Readonly<Record<string, (values: Readonly<Record<string, unknown>>) => unknown>>

/** Most characters of a message. The largest legitimate one contains a screenshot. */
const LONGEST_MESSAGE = 64 * 1024 * 1024

/** JSON lines over a socket that only the worker can reach: requests with replies, and calls of the worker in between. */
export class Channel implements AsyncDisposable {
  readonly path: string
  readonly #server: net.Server
  readonly #calls: Calls
  readonly #waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  /** Resolves when the worker has connected. */
  readonly connected: Promise<net.Socket>
  #requests = 0

  private constructor(path: string, server: net.Server, calls: Calls) {
    this.path = path
    this.#server = server
    this.#calls = calls
    this.connected = new Promise((resolve) => {
      server.once('connection', (socket: net.Socket) => {
        this.#listen(socket)
        resolve(socket)
      })
    })
  }

  static async open(path: string, calls: Calls): Promise<Channel> {
    const server = net.createServer()
    server.listen(path)
    await once(server, 'listening')
    // The worker runs as another user; nobody else can reach the folder.
    await chmod(path, 0o666)
    return new Channel(path, server, calls)
  }

  /** @throws HarnessFault if the worker ends before it replies */
  async ask(request: Readonly<Record<string, unknown>>): Promise<unknown> {
    const socket = await this.connected
    this.#requests += 1
    const id = this.#requests
    const reply = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
    send(socket, { id, ...request })
    return reply
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end('the worker was ended')
    this.#server.close()
    const socket = await Promise.race([this.connected, Promise.resolve(undefined)])
    socket?.destroy()
  }

  #end(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(new HarnessFault(why))
    this.#waiting.clear()
  }

  #listen(socket: net.Socket): void {
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      received += text
      const lines = received.split('\n')
      received = lines.pop() ?? ''
      if (received.length > LONGEST_MESSAGE) socket.destroy()
      for (const line of lines) this.#take(line, socket)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#end('the worker closed its channel')
    })
  }

  #take(line: string, socket: net.Socket): void {
    const message = messageSchema.safeParse(parsed(line))
    if (!message.success) {
      socket.destroy()
    } else if ('reply' in message.data) {
      this.#waiting.get(message.data.reply)?.resolve(message.data.value)
      this.#waiting.delete(message.data.reply)
    } else {
      void this.#answer(message.data, socket)
    }
  }

  async #answer(
    { call, name, arguments: values }: { call: number; name: string; arguments: Record<string, unknown> },
    socket: net.Socket,
  ): Promise<void> {
    try {
      const action = Object.hasOwn(this.#calls, name) ? this.#calls[name] : undefined
      if (!action) throw new HarnessFault(`a testcode calls "${name}", which does not exist for missions of this kind`)
      send(socket, { answer: call, value: (await action(values)) ?? null })
    } catch (error) {
      send(socket, { answer: call, fault: { kind: kindOf(error), message: messageOf(error) } })
    }
  }
}

/** @throws BadParameter if a testcode passes something that is not a text */
export function textArgument(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = values[name]
  if (typeof value === 'string') return value
  throw new BadParameter(`${JSON.stringify(value ?? null).slice(0, 100)} is not a text`)
}

function kindOf(error: unknown): string {
  if (error instanceof BadParameter) return 'bad-parameter'
  if (error instanceof ProjectFault) return 'project'
  if (error instanceof ExpectationNotMet) return 'expectation'
  return 'harness'
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function send(socket: net.Socket, message: unknown): void {
  if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`)
}
