import { execa } from 'execa'
import { MachineFault } from '../../errors.ts'
import { sha256 } from '../../lib/files/digest.ts'

const PROBE = `
import importlib.metadata, sys
print(sys.version)
for line in sorted({f'{each.name}=={each.version}' for each in importlib.metadata.distributions()}): print(line)
`
const digests = new Map<string, Promise<string>>()

/** The digest of an interpreter and of all packages that it finds. */
export function environmentDigest(python: string): Promise<string> {
  const known = digests.get(python) ?? ask(python)
  digests.set(python, known)
  return known
}

async function ask(python: string): Promise<string> {
  const options = { reject: false, stdin: 'ignore', timeout: 30_000, cwd: '/' } as const
  const { stdout, stderr, failed } = await execa(python, ['-I', '-c', PROBE], options)
  if (failed) throw new MachineFault(`${python} does not list its packages: ${stderr.slice(0, 300)}`)
  return sha256(stdout)
}
