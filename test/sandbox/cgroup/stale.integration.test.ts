import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { ownerMark } from '../../../harness/lib/files/owner.ts'
import { removeStale } from '../../../harness/sandbox/cgroup/cgroup.ts'
import { temporaryFolder } from '../../helpers.ts'

/** Above the largest process id of Linux, 2^22. */
const NOBODY = 4_194_305

it('removes empty groups of harnesses that have ended, but none of another container', async () => {
  await using folder = await temporaryFolder()
  const running = `pe-${ownerMark()}-0a`
  const ended = `pe-${ownerMark(NOBODY)}-0b`
  const busy = `pe-${ownerMark(NOBODY)}-0c`
  const elsewhere = `pe-${ownerMark(NOBODY).replace(/^[0-9a-f]{8}/, '00000000')}-0d`
  for (const name of [running, ended, busy, elsewhere, 'pe-something']) await mkdir(folder.file(name))
  // The kernel refuses to remove a group that holds a process; a folder with a file is refused, too.
  await writeFile(folder.file(busy, 'cgroup.procs'), '1\n')
  await removeStale([folder.path, folder.file('missing')])
  expect((await readdir(folder.path)).toSorted()).toEqual([running, busy, elsewhere, 'pe-something'].toSorted())
})
