/** Copies the folder of a trial into a merged run. What it replaces there stays below `replaced/`. */
import { existsSync } from 'node:fs'
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { TrialKey } from '../../contracts/schema.ts'
import { copyPlain } from '../../lib/files/copy-plain.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { trialFolder } from '../../store/read.ts'

const REPLACED = 'replaced'

/**
 * @param own Digest of the record that the target has; undefined if its trial has not ended
 * @returns The places of links, pipes and the like, which are not copied
 */
export async function copyTrial(
  from: string,
  to: string,
  key: TrialKey,
  own: string | undefined,
): Promise<readonly string[]> {
  const place = trialFolder(to, key)
  const hidden = path.join(path.dirname(place), `.${sha256(key.id).slice(0, 16)}`)
  const [temporary, old] = [`${hidden}.tmp`, `${hidden}.old`]
  await rm(temporary, { recursive: true, force: true })
  await mkdir(path.dirname(place), { recursive: true })
  const source = trialFolder(from, key)
  const left = await copyPlain(source, temporary)
  await removeLink(place)
  if (existsSync(place)) await rename(place, old)
  await rename(temporary, place)
  if (existsSync(old)) await keepReplaced(old, place, own)
  return left.map((name) => path.join(source, name))
}

/** A link in the place of a trial is not kept: what it leads to is not part of the run. */
async function removeLink(place: string): Promise<void> {
  const status = await lstat(place).catch(() => undefined)
  if (status && !status.isDirectory()) await rm(place)
}

/** Ends the work of a merge that was killed between the steps of `copyTrial`, so that no folder is lost. */
export async function recoverTrial(run: string, key: TrialKey): Promise<void> {
  const place = trialFolder(run, key)
  const old = path.join(path.dirname(place), `.${sha256(key.id).slice(0, 16)}.old`)
  if (!existsSync(old)) return
  if (existsSync(place)) await keepReplaced(old, place, undefined)
  else await rename(old, place)
}

/** Also moves the folders that `old` had replaced itself. */
async function keepReplaced(old: string, place: string, own: string | undefined): Promise<void> {
  const kept = path.join(place, REPLACED)
  await mkdir(kept, { recursive: true })
  const before = path.join(old, REPLACED)
  await removeLink(before)
  for (const name of existsSync(before) ? await readdir(before) : []) {
    if (!existsSync(path.join(kept, name))) await rename(path.join(before, name), path.join(kept, name))
  }
  await rm(before, { recursive: true, force: true })
  const name = own?.slice(0, 16) ?? `unfinished-${String((await readdir(kept)).length + 1)}`
  // The same record was replaced before, by another merge.
  if (existsSync(path.join(kept, name))) await rm(old, { recursive: true })
  else await rename(old, path.join(kept, name))
}
