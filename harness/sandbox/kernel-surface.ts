import type { SandboxName } from '../contracts/schema.ts'
import { existsSync } from 'node:fs'
import { nestedUser } from './bubblewrap/nested.ts'
import { findEntrance } from './entrance.ts'
import { thisArchitecture } from './seccomp/architecture.ts'

/** How much of the kernel produced code can reach, and what this machine lacks to make it less. */
export interface KernelSurface {
  /** Whether system calls are filtered. */
  readonly filter: boolean
  /** In words, for people; nothing if all is there. */
  readonly lacks: readonly string[]
}

export async function kernelSurface(sandbox: SandboxName): Promise<KernelSurface> {
  if (process.platform !== 'linux') return { filter: false, lacks: ['no filter of system calls on this system'] }
  const entrance = await findEntrance()
  const filter = thisArchitecture() !== undefined && (sandbox === 'bubblewrap' || entrance !== undefined)
  const lacks = [
    ...(filter ? [] : [noFilter()]),
    ...(entrance === undefined
      ? ['no session keyring of its own: there is neither /usr/bin/perl nor /usr/bin/python3']
      : []),
    ...(sandbox === 'process' ? WEAK : []),
    ...(sandbox === 'bubblewrap' ? await namespaces() : []),
  ]
  return { filter, lacks }
}

function noFilter(): string {
  return thisArchitecture() === undefined
    ? `no filter of system calls for ${process.arch}`
    : 'no filter of system calls: there is neither /usr/bin/perl nor /usr/bin/python3 to load it'
}

const WEAK = [
  ...(existsSync('/proc/keys') ? ['the names of keys can be seen in /proc/keys'] : []),
  'what lies in /dev/shm is not counted',
]

async function namespaces(): Promise<string[]> {
  if (process.getuid?.() === 0) return []
  const { enter, countsAlone, endsNamespaces } = await nestedUser()
  return [
    ...(enter === undefined ? ['no second user namespace: the project can read the memory of bwrap'] : []),
    ...(countsAlone ? [] : ['processes are counted by polling alone']),
    ...(endsNamespaces || enter === undefined
      ? []
      : ['user namespaces are forbidden by the filter alone (bwrap before 0.8)']),
  ]
}
