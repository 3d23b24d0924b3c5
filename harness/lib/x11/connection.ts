import net from 'node:net'
import { once } from 'node:events'
import { DeadlineExceeded, ProjectFault } from '../../errors.ts'
import { withTimeout } from '../async/deadline.ts'
import { COOKIE_NAME } from './authority.ts'
import { Incoming } from './incoming.ts'
import { padField } from './padded.ts'

/** Milliseconds for one reply. A server that a program floods is slow; one that never replies is stuck. */
const REPLY_DEADLINE = 10_000
/** Replies that are awaited at a time. */
const MOST_PENDING = 1000
const READ_BYTES = 256 * 1024

/** The display is gone or does not answer. Only the program on it can have caused that. */
export class DisplayLost extends ProjectFault {}

interface Pending {
  readonly resolve: (reply: Buffer | undefined) => void
  readonly reject: (error: Error) => void
}

/** A connection to an X server over a unix socket: X Window System Protocol, version 11, little endian. */
export class XConnection implements AsyncDisposable {
  readonly setup: Setup
  readonly #socket: net.Socket
  readonly #pending = new Map<number, Pending>()
  #sequence = 0
  #lost: string | undefined

  private constructor({ socket, reader }: Line, setup: Setup, incoming: Incoming) {
    this.#socket = socket
    this.setup = setup
    reader.take = (chunk) => {
      this.#take(incoming, chunk)
    }
    socket.on('close', () => {
      this.#lose('the connection to the display was closed')
    })
  }

  /**
   * @param path Of the socket
   * @throws Error if nothing listens there or the server refuses
   */
  static async open(path: string, cookie: Buffer): Promise<XConnection> {
    const line = connect(path)
    const { socket } = line
    try {
      const incoming = new Incoming()
      await once(socket, 'connect')
      socket.on('error', () => socket.destroy())
      const described = withTimeout(setupFrom(line, incoming), REPLY_DEADLINE, 'the display did not answer')
      socket.write(greeting(cookie))
      return new XConnection(line, readSetup(await described), incoming)
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  /** Sends a request that has no reply. Errors of the server are ignored: windows of a program can vanish at any time. */
  send(request: Buffer): void {
    this.#expectOpen()
    this.#sequence = (this.#sequence + 1) & 0xffff
    this.#socket.write(request)
  }

  /**
   * Sends a request and resolves to its reply; to undefined if the server answers with an error. It never throws at once: of
   * several requests in one `Promise.all`, those before it would be rejected without anybody who handles this.
   * @throws DisplayLost
   */
  async ask(request: Buffer): Promise<Buffer | undefined> {
    if (this.#pending.size >= MOST_PENDING) throw new TypeError('too many requests wait for a reply')
    this.send(request)
    const sequence = this.#sequence
    const reply = new Promise<Buffer | undefined>((resolve, reject) => {
      this.#pending.set(sequence, { resolve, reject })
    })
    try {
      return await withTimeout(reply, REPLY_DEADLINE, 'no reply')
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error
      this.#lose(`the display did not answer within ${String(REPLY_DEADLINE / 1000)} s`)
      throw this.#fault()
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#lose('the connection to the display was closed')
    return Promise.resolve()
  }

  #take(incoming: Incoming, chunk: Buffer): void {
    try {
      for (const { sequence, reply } of incoming.messages(chunk)) {
        const pending = this.#pending.get(sequence)
        this.#pending.delete(sequence)
        pending?.resolve(reply)
      }
    } catch {
      this.#lose('the display sent a message that is too long')
    }
  }

  #expectOpen(): void {
    if (this.#lost !== undefined) throw this.#fault()
  }

  #fault(): DisplayLost {
    return new DisplayLost(this.#lost ?? '')
  }

  #lose(why: string): void {
    this.#lost ??= why
    this.#socket.destroy()
    for (const { reject } of this.#pending.values()) reject(this.#fault())
    this.#pending.clear()
  }
}

function greeting(cookie: Buffer): Buffer {
  const name = Buffer.from(COOKIE_NAME)
  const head = Buffer.alloc(12)
  head.write('l')
  head.writeUInt16LE(11, 2)
  head.writeUInt16LE(name.length, 6)
  head.writeUInt16LE(cookie.length, 8)
  return Buffer.concat([head, padField(name), padField(cookie)])
}

/** A socket, and who takes its bytes. */
interface Line {
  readonly socket: net.Socket
  readonly reader: { take: (chunk: Buffer) => void }
}

/** All reads share one buffer: a picture arrives in many of them. A reader copies what it keeps. */
function connect(path: string): Line {
  const reader: Line['reader'] = { take: () => undefined }
  const buffer = Buffer.alloc(READ_BYTES)
  const callback = (length: number) => {
    reader.take(buffer.subarray(0, length))
    return true
  }
  return { socket: net.connect({ path, onread: { buffer, callback } }), reader }
}

/** @returns The server's description of itself */
function setupFrom({ socket, reader }: Line, incoming: Incoming): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    socket.once('close', () => {
      reject(new Error('the display refused the connection'))
    })
    reader.take = (chunk) => {
      const setup = incoming.setup(chunk)
      if (setup !== undefined) resolve(setup)
    }
  })
}

// ---- setup ---------------------------------------------------------------------------------------------------------

/** The parts of a server's description of itself that are used. */
interface Setup {
  readonly root: number
  /** The bits by which a client tells its own windows apart; the others tell the clients apart. */
  readonly resourceMask: number
  readonly width: number
  readonly height: number
  readonly firstKeycode: number
  readonly lastKeycode: number
}

const ACCEPTED = 1
/** Bytes before the vendor's name, and bytes of one pixmap format. */
const FIXED = 40
const FORMAT = 8

/** @throws Error with the server's reason if it refused */
function readSetup(bytes: Buffer): Setup {
  if (bytes[0] !== ACCEPTED)
    throw new Error(`the display refused the connection: ${bytes.toString('latin1', 8, 8 + (bytes[1] ?? 0)).trim()}`)
  const vendor = Math.ceil(bytes.readUInt16LE(24) / 4) * 4
  const screen = FIXED + vendor + FORMAT * (bytes[29] ?? 0)
  return {
    root: bytes.readUInt32LE(screen),
    resourceMask: bytes.readUInt32LE(16),
    width: bytes.readUInt16LE(screen + 20),
    height: bytes.readUInt16LE(screen + 22),
    firstKeycode: bytes[34] ?? 0,
    lastKeycode: bytes[35] ?? 0,
  }
}
