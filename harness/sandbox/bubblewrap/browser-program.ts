import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { readOnlyAtOwnPath } from './mounts.ts'

/** Debian's /usr/bin holds wrapper scripts; the binaries of the same names are here. */
const DEBIAN_PROGRAMS = '/usr/lib/chromium'

/** The binary of a browser: a wrapper script would need the folders of the host. */
export async function browserBinary(program: string): Promise<string> {
  const real = await realpath(program)
  const binary = path.join(DEBIAN_PROGRAMS, path.basename(real))
  return path.dirname(real) === '/usr/bin' && existsSync(binary) ? binary : real
}

/** bwrap arguments that show the binary, its fonts and its settings. */
export function browserMounts(binary: string): string[] {
  const files = ['/etc/fonts', '/var/cache/fontconfig', '/etc/chromium.d'].filter((file) => existsSync(file))
  return [
    ...files.flatMap(readOnlyAtOwnPath),
    ...(binary.startsWith('/usr/') ? [] : readOnlyAtOwnPath(path.dirname(binary))),
  ]
}
