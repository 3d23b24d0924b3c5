import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { FILTER_FD } from '../seccomp/filter.ts'

/**
 * A second bwrap inside the first. It makes a nested user namespace, gives up all capabilities, and loads the filter, which
 * denies namespaces and so cannot be loaded earlier.
 */
const AGAIN = ['bwrap', '--unshare-user', '--dev-bind', '/', '/', '--die-with-parent']
/** Makes the kernel refuse further user namespaces, independently of the filter. Since bwrap 0.8. */
const NO_MORE = '--disable-userns'
const NAMESPACES = ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '--proc', '/proc', '--']
/**
 * A shell forks under a limit of three processes. This works only if the namespace is counted alone: the harness's user has
 * more processes than that.
 */
const COUNT = ['prlimit', '--nproc=3', 'sh', '-c', '/bin/true && exit 0']

export interface NestedUser {
  /** Command prefix that enters the namespace and loads the filter; undefined if a second namespace is not possible. */
  readonly enter: ((filtered: boolean) => readonly string[]) | undefined
  /** Whether RLIMIT_NPROC counts only the processes of the namespace (Linux 5.14), not all of the user's. */
  readonly countsAlone: boolean
  /** Whether the kernel, too, refuses user namespaces to produced code, not only the filter. */
  readonly endsNamespaces: boolean
}

let found: Promise<NestedUser> | undefined

/**
 * Without root, bubblewrap's own process in the sandbox has the same user as the project, so the project could read its
 * memory and environment. From a nested user namespace it cannot. Some systems allow only one user namespace.
 */
export function nestedUser(): Promise<NestedUser> {
  return (found ??= tryNamespaces())
}

async function tryNamespaces(): Promise<NestedUser> {
  for (const again of [[...AGAIN, NO_MORE], AGAIN]) {
    if (!(await works([...again, '--', '/bin/true']))) continue
    const enter = (filtered: boolean) => [...again, ...loadFilter(filtered), '--']
    return { enter, countsAlone: await works([...enter(false), ...COUNT]), endsNamespaces: again.includes(NO_MORE) }
  }
  return { enter: undefined, countsAlone: false, endsNamespaces: false }
}

/** bwrap options that load the filter before it execs the command. */
export function loadFilter(filtered: boolean): string[] {
  return filtered ? ['--seccomp', String(FILTER_FD)] : []
}

function works(inside: readonly string[]): Promise<boolean> {
  return promisify(execFile)('bwrap', [...NAMESPACES, ...inside], { timeout: 5000 }).then(
    () => true,
    () => false,
  )
}
