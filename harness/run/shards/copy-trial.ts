/** Copies the folder of a trial into a merged run. What it replaces there stays below `replaced/`. */
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { TrialKey } from '../../contracts/schema.ts'
import { sha256 } from '../../lib/files/digest.ts'
import { trialFolder } from '../../store/read.ts'

const REPLACED = 'replaced'

/** @param own Digest of the record that the target has; undefined if its trial has not ended */
export async function copyTrial(from: string, to: string, key: TrialKey, own: string | undefined): Promise<void> {
  const place = trialFolder(to, key)
  const hidden = path.join(path.dirname(place), `.${sha256(key.id).slice(0, 16)}`)
  const [temporary, old] = [`${hidden}.tmp`, `${hidden}.old`]
  await rm(temporary, { recursive: true, force: true })
  await mkdir(path.dirname(place), { recursive: true })
  await cp(trialFolder(from, key), temporary, { recursive: true, verbatimSymlinks: true })
  if (existsSync(place)) await rename(place, old)
  await rename(temporary, place)
  if (existsSync(old)) await keepReplaced(old, place, own)
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
  for (const name of existsSync(before) ? await readdir(before) : []) {
    if (!existsSync(path.join(kept, name))) await rename(path.join(before, name), path.join(kept, name))
  }
  await rm(before, { recursive: true, force: true })
  const name = own?.slice(0, 16) ?? `unfinished-${String((await readdir(kept)).length + 1)}`
  // The same record was replaced before, by another merge.
  if (existsSync(path.join(kept, name))) await rm(old, { recursive: true })
  else await rename(old, path.join(kept, name))
}
