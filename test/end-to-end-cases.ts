/** Shared by the tests of end-to-end. */
import path from 'node:path'
import { execa } from 'execa'

const BIN = path.resolve('dist/pe/bin.js')

export interface Ended {
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
}

export function start(args: readonly string[], env: Record<string, string> = {}) {
  return execa('node', [BIN, ...args], { reject: false, env, stdin: 'ignore' })
}

export async function pe(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const { exitCode, stdout, stderr } = await start(args, env)
  return { code: exitCode, stdout, stderr }
}
