import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { messageOf } from '../errors.ts'
import type { SandboxName } from '../contracts/schema.ts'
import type { Sandbox } from '../contracts/types.ts'
import { openBubblewrapSandbox } from './bubblewrap.ts'
import type { SandboxOptions } from './limits.ts'
import { openProcessSandbox } from './process.ts'

/** @param scratch Folder of the trial for everything that its sandbox needs */
type Open = (scratch: string, options: SandboxOptions) => Promise<Sandbox>

/** The built-in sandboxes, the strongest first. */
export const sandboxes = {
  bubblewrap: openBubblewrapSandbox,
  process: async (scratch, options) => {
    const home = path.join(scratch, 'home')
    await mkdir(home, { recursive: true })
    return openProcessSandbox(home, options)
  },
} as const satisfies Record<SandboxName, Open>

export function openSandbox(name: SandboxName, scratch: string, options: SandboxOptions = {}): Promise<Sandbox> {
  return sandboxes[name](scratch, options)
}

export interface SandboxChoice {
  readonly name: SandboxName
  /** A human-readable reason. */
  readonly why: string
}

/** The strongest sandbox that works on this machine, found by trying it. */
export async function chooseSandbox(): Promise<SandboxChoice> {
  if (process.platform !== 'linux')
    return { name: 'process', why: `${process.platform} does not support Linux namespaces` }
  try {
    await promisify(execFile)('bwrap', TRIAL, { timeout: 5000 })
    const user = process.getuid?.() === 0 ? 'as root' : 'without root'
    return { name: 'bubblewrap', why: `bubblewrap works on this machine, ${user}` }
  } catch (error) {
    return {
      name: 'process',
      why: `bubblewrap does not work on this machine: ${messageOf(error).split('\n').join(' ').trim()}`,
    }
  }
}

const TRIAL = ['--ro-bind', '/', '/', '--unshare-net', '--unshare-pid', '--proc', '/proc', '--', '/bin/true']
