import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import net from 'node:net'
import pLimit from 'p-limit'
import { messageOf } from '../../../errors.ts'
import { RequestProblem, RequestReader, type FeedbackRequest } from './request.ts'

/** Connections at one time; others are closed at once. */
const MOST_OPEN = 8
/** Milliseconds in which a client must send its request, and read the answer. */
const SENDING = 30_000
/** Characters of an answer. */
const LONGEST_ANSWER = 64 * 1024

export interface Reply {
  /** The exit code of the program that asked. */
  readonly code: number
  readonly text: string
}

export interface FeedbackServer extends AsyncDisposable {
  /** Requests that have been answered, or refused. */
  readonly ended: number
}

export interface ServerSetup {
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
