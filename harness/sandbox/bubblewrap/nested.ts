import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const INTO_ANOTHER = ['unshare', '--user', '--map-current-user', '--']
const TRIAL = ['--unshare-user', '--ro-bind', '/', '/', '--', ...INTO_ANOTHER, '/bin/true']
let works: Promise<boolean> | undefined

/**
 * Without root, bubblewrap's own process in the sandbox has the same user as the project, which could read its memory and
 * environment. From a user namespace below it cannot. Some systems allow one such namespace and no second.
 * @returns The beginning of a command line that enters it; empty where there is none
 */
export async function nestedUser(): Promise<readonly string[]> {
  works ??= promisify(execFile)('bwrap', TRIAL, { timeout: 5000 }).then(
    () => true,
    () => false,
  )
  return (await works) ? INTO_ANOTHER : []
}
