import type { InferredOptionTypes } from 'yargs'
import { UsageError } from '../../errors.ts'
import { placeOf } from '../../lib/redis/connect.ts'
import type { Need } from '../../run/queue/labels.ts'
import { list, oneOf, optional, positive, whole } from '../flags/values.ts'
import type { QueueCommandOptions } from '../run-options.ts'
import { QUEUE_DEFAULTS, type QUEUE_FLAGS } from './queue-flags.ts'

type QueueArgs = InferredOptionTypes<typeof QUEUE_FLAGS>

/** Undefined if it was not given. */
export function executor(text: string | undefined): 'local' | 'queue' | undefined {
  return optional(text, (name) => oneOf('--executor', name, ['local', 'queue'] as const))
}

/** Undefined if this process runs the trials itself. */
export function queueOptions(args: QueueArgs): QueueCommandOptions | undefined {
  if (executor(args.executor) !== 'queue') {
    refuseGiven(args, ONLY_WITH_QUEUE, '--executor queue')
    return undefined
  }
  const { 'tls-cert': cert, 'tls-key': key } = args
  if ((cert === undefined) !== (key === undefined)) throw new UsageError('--tls-cert and --tls-key go together')
  if (args.listen === undefined) refuseGiven(args, ONLY_WITH_LISTEN, '--listen')
  return {
    redis: redisUrl(args.redis),
    listen: optional(args.listen, (text) => uploadAddress(text, args['upload-url'])),
    uploadUrl: args['upload-url'],
    tls: cert === undefined || key === undefined ? undefined : { cert, key },
    needs: (args.needs === undefined ? [] : list('--needs', args.needs)).map(need),
    cache: oneOf('--answer-cache', args['answer-cache'], ['folder', 'redis'] as const),
    lease: positive('--lease', args.lease),
    deaths: whole('--deaths', args.deaths, 1, 100),
    watchdog: positive('--watchdog', args.watchdog),
    requeue: args['requeue-stuck'],
    metrics: optional(args.metrics, (text) => address('--metrics', text)),
  }
}

/**
 * The flags with which a run continues on its queue. They are shown and stored, so the password of the Redis is left out. If
 * `PE_REDIS` has a password, it also has the address.
 */
export function resumeFlags(queue: QueueCommandOptions): string[] {
  const { redis, listen, uploadUrl, tls, needs, cache, lease, deaths, watchdog, requeue, metrics } = queue
  const isInEnvironment = redis === process.env['PE_REDIS'] && new URL(redis).password !== ''
  const flag = (name: string, value: string | number | undefined, usual?: string | number) =>
    value === undefined || value === usual ? [] : [`--${name}`, String(value)]
  return [
    ...['--executor', 'queue', ...flag('redis', isInEnvironment ? undefined : placeOf(redis))],
    ...flag('listen', listen && addressText(listen)),
    ...flag('upload-url', uploadUrl),
    ...[...flag('tls-cert', tls?.cert), ...flag('tls-key', tls?.key)],
    ...flag('needs', needs.map(needText).join(','), ''),
    ...flag('answer-cache', cache, QUEUE_DEFAULTS['answer-cache']),
    ...[...flag('lease', lease, QUEUE_DEFAULTS.lease), ...flag('deaths', deaths, QUEUE_DEFAULTS.deaths)],
    ...flag('watchdog', watchdog, QUEUE_DEFAULTS.watchdog),
    ...(requeue ? ['--requeue-stuck'] : []),
    ...flag('metrics', metrics && addressText(metrics)),
  ]
}

const ONLY_WITH_LISTEN = ['upload-url', 'tls-cert', 'tls-key'] as const
const ONLY_WITH_QUEUE = ['redis', 'listen', 'needs', 'metrics', ...ONLY_WITH_LISTEN] as const

/** @throws UsageError if one of the flags is given, because it would have no effect */
function refuseGiven(args: QueueArgs, flags: readonly (typeof ONLY_WITH_QUEUE)[number][], other: string): void {
  const given = flags.find((flag) => args[flag] !== undefined)
  if (given !== undefined) throw new UsageError(`--${given} has no effect without ${other}`)
}

/** @throws UsageError if `--needs` names a mission that the run does not have */
export function checkNeeds(needs: readonly Need[], missions: readonly { readonly id: string }[]): void {
  const unknown = needs.find(({ mission }) => mission !== undefined && missions.every(({ id }) => id !== mission))
  if (unknown)
    throw new UsageError(
      `--needs ${unknown.mission ?? ''}:${unknown.label}: the run has no mission "${unknown.mission ?? ''}"`,
    )
}

/** @throws UsageError if neither the flag nor `PE_REDIS` has it */
export function redisUrl(flag: string | undefined): string {
  const url = flag ?? process.env['PE_REDIS']
  if (url === undefined) throw new UsageError('--redis is missing: redis://HOST:6379, or set PE_REDIS')
  return url
}

/** `9464` or `0.0.0.0:9464`. */
export function address(flag: string, text: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', port = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  if (port === '' || Number(port) > 65_535) throw new UsageError(`${flag} takes a port or HOST:PORT, not "${text}"`)
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) }
}

/** Hosts that stand for all addresses of a machine. */
const ANY_HOST = new Set(['0.0.0.0', '::', '*'])

/** @throws UsageError for a host that workers cannot reach, if no URL says where they can */
function uploadAddress(text: string, url: string | undefined): { readonly host: string; readonly port: number } {
  const listen = address('--listen', text)
  if (url === undefined && ANY_HOST.has(listen.host))
    throw new UsageError(`--listen ${text} is no address for workers: name the one that they use with --upload-url`)
  return listen
}

const LABEL = /^[\w.=-]{1,60}$/

/** @throws UsageError if it cannot be a label */
export function label(text: string): string {
  if (!LABEL.test(text)) throw new UsageError(`a label has letters, digits, and . = - _, not "${text}"`)
  return text
}

function need(text: string): Need {
  const at = text.indexOf(':')
  return at === -1
    ? { mission: undefined, label: label(text) }
    : { mission: text.slice(0, at), label: label(text.slice(at + 1)) }
}

function needText({ mission, label: name }: Need): string {
  return mission === undefined ? name : `${mission}:${name}`
}

function addressText({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(':') ? `[${host}]` : host}:${String(port)}`
}
