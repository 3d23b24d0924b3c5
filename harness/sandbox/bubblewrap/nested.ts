import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A new namespace comes with all capabilities in it, which are given up at once. */
const INTO_ANOTHER = [
  ...['unshare', '--user', '--map-current-user', '--keep-caps', '--'],
  ...['setpriv', '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all'],
]
const NAMESPACES = ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '--proc', '/proc', '--']
const TRIAL = [...NAMESPACES, ...INTO_ANOTHER, '/bin/true']
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
