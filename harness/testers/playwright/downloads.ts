import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { ExpectationNotMet } from '../../errors.ts'
import { isBrowserTimeout } from '../../lib/browser/library.ts'
import type { Downloaded } from '../../contracts/types.ts'
import { MiB, mebibytes } from '../../lib/wording/bytes.ts'

const MOST_BYTES = 32 * MiB

/**
 * The file that the browser saves when something is done on the page.
 * @param action For example a click on a link
 * @throws ExpectationNotMet if nothing is saved, the download fails, or the file is too large or not regular
 */
export async function downloadOf(page: Page, action: () => Promise<unknown>): Promise<Downloaded> {
  const [download] = await Promise.all([nextDownload(page), action()])
  const name = download.suggestedFilename()
  const failure = await download.failure()
  if (failure !== null) throw new ExpectationNotMet(`the download "${name}" failed: ${failure}`)
  const content = await contentOf(await download.path(), name)
  await download.delete()
  return { name, content }
}

async function nextDownload(page: Page): Promise<Download> {
  try {
    return await page.waitForEvent('download')
  } catch (error) {
    if (!isBrowserTimeout(error)) throw error
    throw new ExpectationNotMet('nothing was downloaded', { cause: error })
  }
}

/** The browser's user can replace the file: a link could lead anywhere, and opening a pipe must not block. */
async function contentOf(file: string, name: string): Promise<Buffer> {
  await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const status = await handle.stat()
  if (!status.isFile()) throw new ExpectationNotMet(`the download "${name}" is not a regular file`)
  if (status.size > MOST_BYTES)
    throw new ExpectationNotMet(`the download "${name}" is larger than ${mebibytes(MOST_BYTES)}`)
  return await handle.readFile()
}
