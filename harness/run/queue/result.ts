/** Reads the result of a trial that a worker has committed. Anyone who can write to Redis and to the folder may have made it. */
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import {
  checkEntrySchema,
  submissionEntrySchema,
  trialKeySchema,
  trialRecordSchema,
  verdictSchema,
  type TrialSpec,
} from '../../contracts/schema.ts'
import type { TrialEvent } from '../../contracts/types.ts'
import { STAGES } from '../../contracts/vocabulary.ts'
import { HarnessFault, messageOf } from '../../errors.ts'
import { isDeeper } from '../../lib/files/depth.ts'
import { readRegular } from '../../lib/files/regular.ts'
import { readJsonIfThere } from '../../store/json.ts'
import { digestOfSpec } from '../trial-spec.ts'
import type { Commit } from './shapes.ts'
import { EVENTS, TRIAL, verify } from './staging.ts'

/** Bytes. A trial with a thousand testcodes has events of a few megabytes. */
const LONGEST_EVENTS = 128 * 1024 ** 2
/** Levels of an event, as of a file of a run. */
const DEEPEST = 200

const trial = trialKeySchema
const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('trial-begin'), trial }),
  z.strictObject({ type: z.literal('stage'), trial, stage: z.enum(STAGES), detail: z.string().optional() }),
  z.strictObject({ type: z.literal('check'), trial, check: checkEntrySchema }),
  z.strictObject({ type: z.literal('submission'), trial, submission: submissionEntrySchema }),
  z.strictObject({ type: z.literal('verdict'), trial, verdict: verdictSchema }),
  z.strictObject({ type: z.literal('trial-end'), trial, record: trialRecordSchema }),
  z.strictObject({ type: z.literal('trial-pending'), trial, reason: z.string() }),
])

/**
 * Compares a result with its commit, and with the spec that it should be of.
 * @param staged The folder of the attempt
 * @returns The events to emit: none of a trial that is pending
 * @throws HarnessFault in one line if it is not a result of the trial
 */
export async function readResult(staged: string, commit: Commit, spec: TrialSpec): Promise<readonly TrialEvent[]> {
  if (commit.spec !== digestOfSpec(spec)) throw new HarnessFault('it is the result of another spec')
  await verify(staged, commit.digest)
  const record = await readJsonIfThere(path.join(staged, TRIAL, 'trial.json'), trialRecordSchema)
  if (commit.kind === 'pending') {
    if (record) throw new HarnessFault('it is pending, and has a record')
    return []
  }
  if (!record) throw new HarnessFault('it has no record (trial.json)')
  if (!isDeepStrictEqual(record.trial, spec.key)) throw new HarnessFault('its record is that of another trial')
  const events = await eventsIn(path.join(staged, EVENTS), spec)
  const last = events.at(-1)
  if (last?.type !== 'trial-end' || events.filter(({ type }) => type === 'trial-end').length > 1)
    throw new HarnessFault(`${EVENTS} does not end with the end of the trial`)
  return [...events.slice(0, -1), { ...last, record }]
}

async function eventsIn(file: string, { key }: TrialSpec): Promise<TrialEvent[]> {
  const text = await readRegular(file, LONGEST_EVENTS).catch((error: unknown) => {
    throw new HarnessFault(`${EVENTS} cannot be read: ${messageOf(error)}`, { cause: error })
  })
  const lines = text.toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => eventFrom(line, key))
}

function eventFrom(line: string, key: TrialSpec['key']): TrialEvent {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw new HarnessFault(`${EVENTS} has a line that is not JSON`, { cause })
  }
  const parsed = isDeeper(value, DEEPEST) ? undefined : eventSchema.safeParse(value)
  if (parsed?.success !== true) throw new HarnessFault(`${EVENTS} has a line that is not an event of a trial`)
  if (!isDeepStrictEqual(parsed.data.trial, key)) throw new HarnessFault(`${EVENTS} has an event of another trial`)
  return parsed.data as TrialEvent
}
