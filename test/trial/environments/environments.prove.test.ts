/** The other cases of environments.integration.test.ts. */
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheFolder } from '../../../harness/lib/files/caches.ts'
import { findEnvironment } from '../../../harness/lib/python/environments.ts'
import { findPython } from '../../../harness/lib/python/find.ts'
import { readRequirements } from '../../../harness/lib/python/requirements.ts'
import { buildEnvironment } from '../../../harness/trial/environments/build.ts'
import { freePort } from '../../../harness/launchers/ports.ts'
import { temporaryFolder, type TemporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'
import { packageIndex, type PackageIndex } from './package-index.ts'
import { PYTHON, PARTS, CAN, MODULES, testers } from './environments-cases.ts'

let wheels: TemporaryFolder
let index: PackageIndex
let folder: TemporaryFolder

beforeAll(async () => {
  wheels = await temporaryFolder()
  if (CAN) index = await packageIndex(wheels.path, PYTHON, MODULES)
})
afterAll(async () => {
  await testers[Symbol.asyncDispose]()
  if (CAN) await index[Symbol.asyncDispose]()
  await wheels[Symbol.asyncDispose]()
})
beforeEach(async () => {
  folder = await temporaryFolder()
  vi.stubEnv('XDG_CACHE_HOME', folder.file('cache'))
  if (CAN) vi.stubEnv('PIP_INDEX_URL', index.address)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await folder[Symbol.asyncDispose]()
})

describe('the environment of a repository', await needs(...PARTS), () => {
  it('is made with uv if there is one, and made again if its record is damaged', async () => {
    await useUv()
    const python = await findPython()
    const requirements = readRequirements(['pe_no_such_module'])
    const made = await buildEnvironment(requirements, python)
    expect(made.record).toMatchObject({ tool: 'uv', missing: [] })
    expect(made.record.installed).toContain('pe_no_such_module-1.0')
    expect((await findEnvironment(requirements, python))?.digest).toBe(made.digest)
    expect(await findEnvironment(readRequirements(['intervals']), python)).toBeUndefined()

    const entry = path.dirname(path.dirname(path.dirname(made.program)))
    await writeFile(path.join(entry, 'environment.json'), '{"schemaVersion":1')
    expect(await findEnvironment(requirements, python)).toBeUndefined()
    expect((await buildEnvironment(requirements, python)).digest).toBe(made.digest)
    expect(await readdir(cacheFolder('environments'))).toEqual([path.basename(entry)])
  })

  it('is not kept if the index cannot be reached, which is the fault of the machine', async () => {
    await useUv()
    vi.stubEnv('PIP_INDEX_URL', `http://127.0.0.1:${String(await freePort())}/simple`)
    const building = buildEnvironment(readRequirements(['']), await findPython())
    await expect(building).rejects.toMatchObject({ code: 'harness', message: /cannot reach .*127\.0\.0\.1/ })
    expect(existsSync(cacheFolder('environments'))).toBe(false)
  })
})

/** A stand-in that takes the arguments of uv and gives them to venv and to the pip of this machine, which is as quick. */
async function useUv(): Promise<void> {
  const uv = folder.file('bin', 'uv')
  await mkdir(path.dirname(uv))
  const script = `#!/bin/sh
if [ "$1 $2" = "venv --python" ]; then exec "$3" -m venv --without-pip "$4"; fi
if [ "$1 $2 $3" = "pip install --python" ]; then at="$4"; shift 4; exec ${PYTHON} -I -m pip --python "$at" install "$@"; fi
exit 2
`
  await writeFile(uv, script)
  await chmod(uv, 0o755)
  vi.stubEnv('PATH', `${path.dirname(uv)}${path.delimiter}${process.env['PATH'] ?? ''}`)
}
