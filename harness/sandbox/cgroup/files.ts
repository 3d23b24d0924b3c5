import { readFileSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HarnessFault } from '../../errors.ts'

/**
 * The number after a key in a file of `key value` lines; 0 if the kernel has no such line. Read synchronously: the kernel
 * generates these files in memory, and the thread pool would take ten times as long.
 */
export function counter(file: string, key: string): number {
  const text = readFileSync(file, 'utf8')
  const line = text.split('\n').find((each) => each.startsWith(`${key} `))
  return line === undefined ? 0 : Number(line.slice(key.length + 1))
}

export function number(file: string): number {
  return Number(readFileSync(file, 'utf8'))
}

/** Creates the folder of a control group and writes its settings. Removes the folder again if a setting fails. */
export async function makeGroup(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder)
  try {
    for (const [name, value] of Object.entries(settings)) await writeFile(path.join(folder, name), value)
  } catch (error) {
    await rmdir(folder)
    throw error
  }
}

/** Milliseconds within which killed processes must be gone. */
const DEATH_DEADLINE = 5000

/**
 * Waits until the group has no processes: a dying process holds its memory for a moment longer.
 * @param file The group's `cgroup.procs`
 * @throws HarnessFault if processes are left after 5 s
 */
export async function waitUntilEmpty(file: string): Promise<void> {
  const deadline = performance.now() + DEATH_DEADLINE
  for (;;) {
    const left = readFileSync(file, 'utf8').trim()
    if (left === '') return
    if (performance.now() > deadline)
      throw new HarnessFault(`processes are still alive 5 s after they were killed: ${left.split('\n').join(', ')}`)
    await delay(REMOVAL_PAUSE)
  }
}

/** Milliseconds. On a busy machine, processes that were killed take seconds to end. */
const REMOVAL_DEADLINE = 30_000
const REMOVAL_PAUSE = 10

/** Retries, because the kernel removes the last process from the group a moment after it reports its death. */
export async function removeGroup(folder: string): Promise<void> {
  const deadline = performance.now() + REMOVAL_DEADLINE
  for (;;) {
    try {
      await rmdir(folder)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || performance.now() > deadline) throw error
      await delay(REMOVAL_PAUSE)
    }
  }
}
