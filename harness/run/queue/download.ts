/** Fetches what an earlier attempt at a trial has left with the coordinator: answers that were paid for, and the project. */
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { isInside } from '../../lib/files/confine.ts'
import { HarnessFault } from '../../errors.ts'
import { MOST_BYTES, TRIAL, manifestFrom, verifyFile, type Manifest } from './staging.ts'
import { exchanged, type Connection } from './upload.ts'

/**
 * @param staged Folder of the new attempt
 * @throws UploadRefused for a wrong token or certificate; HarnessFault if a file is not what the manifest says, or if the coordinator
 *   does not answer for ten minutes
 */
export async function fetchEarlier(
  connection: Connection,
  { trial, attempt, staged }: { readonly trial: string; readonly attempt: string; readonly staged: string },
): Promise<void> {
  const base = `/v1/${encodeURIComponent(trial)}/${attempt}`
  const { files } = manifestFrom((await exchanged(connection, base)).toString('utf8'))
  for (const file of files) {
    const full = path.join(staged, file.path)
    if (!file.path.startsWith(`${TRIAL}/`) || !isInside(staged, full) || file.bytes > MOST_BYTES)
      throw new HarnessFault(`the coordinator has a file ${JSON.stringify(file.path)}, which is no file of a trial`)
    await mkdir(path.dirname(full), { recursive: true })
    await fetchFile(connection, `${base}/${encodeURIComponent(file.path)}`, full, file)
    await verifyFile(staged, file)
  }
}

async function fetchFile(
  connection: Connection,
  address: string,
  full: string,
  { path: name, bytes }: Manifest['files'][number],
): Promise<void> {
  await using handle = await open(full, 'wx')
  for (let offset = 0; offset < bytes;) {
    const chunk = await exchanged(connection, `${address}?offset=${String(offset)}`)
    if (chunk.length === 0) throw new HarnessFault(`${name} is shorter than the coordinator said`)
    await handle.write(chunk)
    offset += chunk.length
  }
}
