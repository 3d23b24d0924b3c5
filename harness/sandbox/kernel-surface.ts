import type { SandboxName } from '../contracts/schema.ts'
import { existsSync } from 'node:fs'
import { nestedUser } from './bubblewrap/nested.ts'
import { findEntrance } from './entrance.ts'
import { thisArchitecture } from './seccomp/architecture.ts'

/** How much of the kernel produced code can reach, and which protections this machine lacks. */
export interface KernelSurface {
  /** Whether system calls are filtered. */
  readonly filter: boolean
  /** Human-readable descriptions of the missing protections. */
  readonly lacks: readonly string[]
}

export async function kernelSurface(sandbox: SandboxName): Promise<KernelSurface> {
  if (process.platform !== 'linux') return { filter: false, lacks: ['no system call filter: only Linux has one'] }
  const entrance = await findEntrance()
  const filter = thisArchitecture() !== undefined && (sandbox === 'bubblewrap' || entrance !== undefined)
  const lacks = [
    ...(filter ? [] : [noFilter()]),
    ...(entrance === undefined
      ? ['no separate session keyring: no /usr/bin/perl and no /usr/bin/python3, or a kernel without keyrings']
      : []),
    ...(sandbox === 'process' ? WEAK : []),
    ...(sandbox === 'bubblewrap' ? await namespaces() : []),
  ]
  return { filter, lacks }
}

function noFilter(): string {
  return thisArchitecture() === undefined
    ? `no system call filter for the architecture ${process.arch}`
    : 'no system call filter: neither /usr/bin/perl nor /usr/bin/python3 can load it'
}

const WEAK = [
  ...(existsSync('/proc/keys') ? ['the project can read the names of keys in /proc/keys'] : []),
  'files in /dev/shm do not count towards the memory limit',
]

async function namespaces(): Promise<string[]> {
  if (process.getuid?.() === 0) return []
  const { enter, countsAlone, endsNamespaces } = await nestedUser()
  return [
    ...(enter === undefined ? ['no nested user namespace: the project can read the memory of bwrap'] : []),
    ...(countsAlone ? [] : ['the number of processes is limited only by polling']),
    ...(endsNamespaces || enter === undefined
      ? []
      : ['only the filter denies user namespaces (bwrap is older than 0.8)']),
  ]
}
