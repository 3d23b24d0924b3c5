import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { TRIAL_USERS } from '../../lib/processes/trial-users.ts'

let next = (process.pid * 16) % TRIAL_USERS.count

/**
 * Returns a user id for one trial, because RLIMIT_NPROC counts all processes of a user. Undefined without root: the user
 * namespace then keeps the id of the user who runs the harness.
 */
export function takeUserId(): number | undefined {
  if (process.getuid?.() !== 0) return undefined
  next = (next + 1) % TRIAL_USERS.count
  return TRIAL_USERS.first + next
}

/** Command prefix that runs a program as a user without any privileges. */
export function asUser(id: number): string[] {
  return [
    ...['setpriv', `--reuid=${String(id)}`, `--regid=${String(id)}`, '--clear-groups', '--no-new-privs'],
    ...['--inh-caps=-all', '--bounding-set=-all'],
  ]
}

/**
 * Writes the files of /etc in which programs look up their user and the loopback.
 * @returns bwrap arguments that mount them
 */
export async function identityMounts(folder: string, id: number): Promise<string[]> {
  const files = {
    passwd: `root:x:0:0:root:/:/bin/false\nuser:x:${String(id)}:${String(id)}:user:/tmp:/bin/sh\n`,
    group: `root:x:0:\nuser:x:${String(id)}:\n`,
    hosts: '127.0.0.1 localhost\n::1 localhost\n',
    'nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files\n',
    hostname: 'sandbox\n',
  }
  await mkdir(folder, { recursive: true })
  const mounts: string[] = []
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    await writeFile(file, content)
    mounts.push('--ro-bind', file, `/etc/${name}`)
  }
  return mounts
}
