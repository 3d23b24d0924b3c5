import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Sandbox } from '../types.ts'
import { openProcessSandbox } from './process.ts'

const sandboxes = {
  process: openProcessSandbox,
} as const satisfies Record<string, (home: string) => Sandbox>

export type SandboxName = keyof typeof sandboxes

/** @param scratch A folder of the trial, which holds the home of whatever runs in the sandbox */
export async function openSandbox(name: SandboxName, scratch: string): Promise<Sandbox> {
  const home = path.join(scratch, 'home')
  await mkdir(home, { recursive: true })
  return sandboxes[name](home)
}
