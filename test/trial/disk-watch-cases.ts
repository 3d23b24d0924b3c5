/** Shared by the tests of disk-watch. */
import { runModule, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

export const NEEDS = await needs('root', 'mount namespaces')

/** The size of the small disk, in MiB. */
const SIZE = 128

/** Runs code on a new small disk, whose folder `trial` is watched. @returns What it passed to `say` */
export async function onSmallDisk(code: string): Promise<unknown> {
  await using disk = await temporaryFolder()
  const module = `
import { mkdir, writeFile } from 'node:fs/promises'
import { watchDisk } from 'HARNESS/trial/disk-watch.ts'
import { openSandbox } from 'HARNESS/sandbox/index.ts'
import { PROJECT_LIMITS } from 'HARNESS/sandbox/limits.ts'
const MiB = 1024 * 1024
const disk = ${JSON.stringify(disk.path)}
const trial = disk + '/trial'
await mkdir(trial + '/project', { recursive: true })
const put = (place, size) => writeFile(disk + '/' + place, Buffer.alloc(size * MiB, 1))
const say = (value) => console.log(JSON.stringify({ value }))
${code}
`
  const script = `mount -t tmpfs -o size=${String(SIZE)}m,mode=755 tmpfs ${disk.path} && exec "$@"`
  const ended = await runModule(module, ['unshare', '-m', 'sh', '-c', script, 'run'])
  if (ended.exitCode !== 0) throw new Error(ended.stderr)
  return (JSON.parse(ended.stdout) as { readonly value?: unknown }).value
}
