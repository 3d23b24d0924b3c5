import { readFileSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { HarnessFault } from '../../errors.ts'

/**
 * The number behind a key in a file of `key value` lines; 0 where the kernel has no such line. Read at once: the kernel
 * makes these files up in memory, in a tenth of the time that the way through other threads would take.
 */
export function counter(file: string, key: string): number {
  const text = readFileSync(file, 'utf8')
  const line = text.split('\n').find((each) => each.startsWith(`${key} `))
  return line === undefined ? 0 : Number(line.slice(key.length + 1))
}

export function number(file: string): number {
  return Number(readFileSync(file, 'utf8'))
}

/** Makes a folder of a control group and writes its settings; what was made is removed again where one fails. */
export async function makeGroup(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder)
  try {
    for (const [name, value] of Object.entries(settings)) await writeFile(path.join(folder, name), value)
  } catch (error) {
    await rmdir(folder)
    throw error
  }
}

/** Milliseconds in which processes that were killed must be gone. */
const LAST_PROCESS = 5000

/**
 * Once no process is in the group: what is still dying has its memory for a moment longer.
 * @param file The group's `cgroup.procs`
 * @throws HarnessFault if processes are left after 5 s
 */
export async function whenEmpty(file: string): Promise<void> {
  const deadline = performance.now() + LAST_PROCESS
  for (;;) {
    const left = readFileSync(file, 'utf8').trim()
    if (left === '') return
    if (performance.now() > deadline)
      throw new HarnessFault(`killed processes do not end: ${left.split('\n').join(', ')}`)
    await delay(REMOVAL_PAUSE)
  }
}

const REMOVAL_TRIES = 100
const REMOVAL_PAUSE = 10

/** The kernel lets go of the last process a moment after its death has been reported. */
export async function removeGroup(folder: string): Promise<void> {
  for (let left = REMOVAL_TRIES; ; left -= 1) {
    try {
      await rmdir(folder)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EBUSY' || left === 0) throw error
      await delay(REMOVAL_PAUSE)
    }
  }
}
