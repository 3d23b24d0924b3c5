/** A checkout of an earlier commit, built once and kept in the cache. */
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { cacheFolder } from '../../harness/lib/files/caches.ts'
import { ROOT } from './program.ts'

/** Written last, so that a checkout without it is known to be incomplete. */
const COMPLETE = 'built'

/** @returns The folder of the checkout, with its packages and its compiled program */
export async function earlierCheckout(commit: string): Promise<string> {
  const { stdout: id } = await execa('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: ROOT })
  const folder = path.join(cacheFolder('bench'), id)
  const checkout = path.join(folder, 'checkout')
  if (existsSync(path.join(folder, COMPLETE))) return checkout
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await execa('git', ['clone', '--quiet', '--no-checkout', ROOT, checkout])
  await execa('git', ['checkout', '--quiet', id], { cwd: checkout })
  await execa('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdin: 'ignore' })
  await execa('npm', ['run', 'build'], { cwd: checkout, stdin: 'ignore' })
  await writeFile(path.join(folder, COMPLETE), '')
  return checkout
}
