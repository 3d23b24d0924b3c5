import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { FILTER_FD } from '../seccomp/filter.ts'

/**
 * A second bwrap in the first: it makes a user namespace below, gives up all capabilities, and loads the filter, which could not
 * be loaded before, since it denies namespaces.
 */
const AGAIN = ['bwrap', '--unshare-user', '--dev-bind', '/', '/', '--die-with-parent']
/** The kernel itself then refuses user namespaces, whatever the filter lets through. Since bwrap 0.8. */
const NO_MORE = '--disable-userns'
const NAMESPACES = ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '--proc', '/proc', '--']
/** A shell that may have three processes forks one, though its user has more: the harness itself. */
const COUNT = ['prlimit', '--nproc=3', 'sh', '-c', '/bin/true && exit 0']

export interface NestedUser {
  /** The beginning of a command line that enters the namespace and loads the filter; undefined if there can be no second one. */
  readonly enter: ((filtered: boolean) => readonly string[]) | undefined
  /** Whether RLIMIT_NPROC counts the processes of the namespace alone (Linux 5.14), not all of the user's. */
  readonly countsAlone: boolean
  /** Whether the kernel refuses user namespaces to produced code, besides the filter. */
  readonly endsNamespaces: boolean
}

let found: Promise<NestedUser> | undefined

/**
 * Without root, bubblewrap's own process in the sandbox has the same user as the project, which could read its memory and
 * environment. From a user namespace below it cannot. Some systems allow one such namespace and no second.
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

/** Options of bwrap by which it loads the filter before it becomes the command. */
export function loadFilter(filtered: boolean): string[] {
  return filtered ? ['--seccomp', String(FILTER_FD)] : []
}

function works(inside: readonly string[]): Promise<boolean> {
  return promisify(execFile)('bwrap', [...NAMESPACES, ...inside], { timeout: 5000 }).then(
    () => true,
    () => false,
  )
}
