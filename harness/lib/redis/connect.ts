import { createRequire } from 'node:module'
import type { Redis } from 'ioredis'
import { setTimeout as delay } from 'node:timers/promises'
import { Interrupted, UsageError, messageOf } from '../../errors.ts'

/** Milliseconds. A server that is not there is found out within this time when a command starts. */
const CONNECT_TIMEOUT = 5000
const LONGEST_WAIT = 2000
/** Milliseconds without an answer after which a connection counts as lost: a network may swallow everything without an error. */
const ANSWER_TIMEOUT = 20_000
/** Milliseconds for which a lost connection is not told: most are opened again at once. */
const UNTOLD = 2000

const require = createRequire(import.meta.url)

/** The library, loaded when it is first used: it takes 0.1 s, and few commands need Redis. */
function redisLibrary(): typeof import('ioredis') {
  return require('ioredis') as typeof import('ioredis')
}

/** Where Redis is, without its password: for messages, and for files. */
export function placeOf(url: string): string {
  const { protocol, host, pathname } = parsed(url)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

/**
 * Connects and checks that the server answers. Afterwards a lost connection is opened again for as long as it takes, and
 * commands wait for it.
 * @param patience Milliseconds for the first connection
 * @throws UsageError in one line, for a wrong URL, a wrong password, or TLS on one side only
 */
export async function openRedis(url: string, patience = CONNECT_TIMEOUT): Promise<Redis> {
  await probe(url, patience)
  const redis = new (redisLibrary().Redis)(url, {
    ...optionsOf(url),
    maxRetriesPerRequest: null,
    socketTimeout: ANSWER_TIMEOUT,
    retryStrategy: (attempt) => Math.min(50 * attempt, LONGEST_WAIT),
  })
  // The caller reports failures. Without a listener, ioredis prints each failed attempt.
  redis.on('error', () => undefined)
  return redis
}

/**
 * Like `openRedis`, but waits for a server that is not there yet, and says so once.
 * @throws UsageError in one line if waiting cannot help
 * @throws Interrupted when it is aborted
 */
export async function awaitRedis(url: string, say: (line: string) => void, signal: AbortSignal): Promise<Redis> {
  let isTold = false
  for (;;) {
    try {
      const redis = await openRedis(url)
      if (isTold) say('Redis answers')
      return redis
    } catch (error) {
      if (!(error instanceof RedisAbsent)) throw error
      if (!isTold) say(`${error.message}: waiting for it`)
      isTold = true
    }
    await delay(LONGEST_WAIT, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) throw new Interrupted('stopped')
  }
}

/** No server answers at the address, at least not now. */
class RedisAbsent extends UsageError {}

/** Says once that Redis cannot be reached, and once that it can be again: commands only wait meanwhile. */
export function tellOutages(redis: Redis, url: string, say: (line: string) => void): Disposable {
  let timer: NodeJS.Timeout | undefined
  let isTold = false
  const lost = () => {
    timer ??= setTimeout(() => {
      isTold = true
      say(`Redis at ${placeOf(url)} cannot be reached: waiting for it`)
    }, UNTOLD)
    timer.unref()
  }
  const found = () => {
    clearTimeout(timer)
    timer = undefined
    if (isTold) say('Redis answers again')
    isTold = false
  }
  redis.on('close', lost)
  redis.on('ready', found)
  return {
    [Symbol.dispose]() {
      clearTimeout(timer)
      redis.off('close', lost)
      redis.off('ready', found)
    },
  }
}

function optionsOf(url: string) {
  return { connectTimeout: CONNECT_TIMEOUT, ...(parsed(url).protocol === 'rediss:' ? { tls: {} } : {}) }
}

function parsed(url: string): URL {
  const found = URL.canParse(url) ? new URL(url) : undefined
  if (found === undefined || !['redis:', 'rediss:'].includes(found.protocol) || found.hostname === '')
    throw new UsageError(`--redis takes a URL such as redis://127.0.0.1:6379, or rediss:// for TLS`)
  return found
}

/** One attempt without any retry. A server that is still loading its data counts as there. */
async function probe(url: string, patience: number): Promise<void> {
  const place = placeOf(url)
  const redis = new (redisLibrary().Redis)(url, {
    ...optionsOf(url),
    connectTimeout: patience,
    lazyConnect: true,
    retryStrategy: () => null,
    enableReadyCheck: false,
    maxRetriesPerRequest: 0,
    commandTimeout: patience,
  })
  let failure: unknown
  redis.on('error', (error) => (failure ??= error))
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    const message = messageOf(failure ?? error)
    if (!message.startsWith('LOADING')) throw explained(message, place, error)
  } finally {
    redis.disconnect()
  }
}

function explained(message: string, place: string, cause: unknown): UsageError {
  const isHandshake = place.startsWith('rediss:') && message.includes('ETIMEDOUT')
  if (ABSENT.test(message) && !isHandshake)
    return new RedisAbsent(`no Redis answers at ${place} (${message})`, { cause })
  return new UsageError(explain(message, place), { cause })
}

/** Errors of a connection whose other side is not there. */
const ABSENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/

function explain(message: string, place: string): string {
  const isTls = place.startsWith('rediss:')
  if (/WRONGPASS|NOAUTH|AUTH/.test(message))
    return `Redis at ${place} refuses the password: redis://:PASSWORD@HOST has it`
  if (isTls && /certificate|altnames/i.test(message))
    return `the certificate of Redis at ${place} is not trusted (${message}): set NODE_EXTRA_CA_CERTS to that of its authority`
  const isHandshake = /wrong version number|packet length|SSL|TLS|ssl3/i.test(message)
  if (isHandshake || (isTls && /ETIMEDOUT|closed|ECONNRESET|timed out/i.test(message)))
    return `Redis at ${place} cannot be reached by TLS (${message}): redis:// is without TLS`
  if (/closed|ECONNRESET|Protocol error|timed out/i.test(message))
    return `what answers at ${place} does not speak as Redis does (${message}): rediss:// is for TLS`
  return `Redis at ${place} cannot be used: ${message}`
}
