import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { findPython } from '../../../harness/lib/python/find.ts'
import { preparedPackages } from '../../../harness/lib/python/prepared-packages.ts'
import { root, temporaryFolder, writeTree, type TemporaryFolder } from '../../helpers.ts'
import { needs } from '../../needs.ts'

const SCRIPT = path.join(root, 'scripts/projecteval-environment.mjs')

/**
 * An apt and a dpkg that only pretend: all packages of the system are there, and each package of sid is a text that says its
 * name. The real dpkg and the real digests are what the script trusts, so that none of these is taken for Django.
 */
const APT = `#!/bin/sh
echo "apt-get $*" >> "$CALLS"
case "$*" in
  *indextargets*) echo http://deb.example/debian/ ;;
  *download*) for word; do case "$word" in *=*_*|*.*=*|/*|-*|download|update|Dir*|Acquire*|APT*) ;; *=*) echo "$word" > "\${word%%=*}_1_all.deb" ;; esac; done ;;
esac
`
const DPKG_QUERY = `#!/bin/sh
shift 2
for name; do echo "$name installed"; done
`

async function run(folder: TemporaryFolder) {
  await writeTree(folder.path, { 'bin/apt-get': APT, 'bin/dpkg-query': DPKG_QUERY })
  for (const name of ['apt-get', 'dpkg-query']) await chmod(folder.file('bin', name), 0o755)
  const env = {
    PATH: `${folder.file('bin')}:/usr/bin:/bin`,
    XDG_CACHE_HOME: folder.file('cache'),
    CALLS: folder.file('calls'),
  }
  return execa(process.execPath, [SCRIPT], { env, extendEnv: false, reject: false, timeout: 60_000 })
}

describe('the set-up for ProjectEval', await needs('Debian', 'python3'), () => {
  it('rejects a package with another digest than the pinned one, and removes it', async () => {
    await using folder = await temporaryFolder()
    const { exitCode, stderr, stdout } = await run(folder)
    expect(exitCode).toBe(1)
    expect(stdout).toBe('')
    const fake = createHash('sha256').update('python3-django=3:5.2.18-2\n').digest('hex')
    expect(stderr).toContain(`python3-django 3:5.2.18-2 has the digest ${fake} instead of the pinned `)
    expect(preparedPackages('projecteval', { XDG_CACHE_HOME: folder.file('cache') })).toEqual([])
    expect(await readdir(folder.file('cache/pe/python'))).toEqual([])
  })

  it('asks the mirror of the system for pinned versions, with a separate list', async () => {
    await using folder = await temporaryFolder()
    await run(folder)
    const calls = await readFile(folder.file('calls'), 'utf8')
    expect(calls).toMatch(/download .*python3-django=3:5\.2\.\d+/)
    expect(calls).toMatch(
      /Dir::Etc::sourcelist=\S+\/cache\/pe\/python\/projecteval\.\S+ .*Dir::Etc::sourceparts=\/dev\/null .*update/,
    )
    expect(calls).not.toContain('install')
  })

  it('does nothing if everything is installed', async () => {
    await using folder = await temporaryFolder()
    const script = await readFile(SCRIPT, 'utf8')
    const [, pinned = '', make = ''] = /const PINNED = (\{[\s\S]*?\n\})[\s\S]*?const MAKE = (\d+)/.exec(script) ?? []
    const module = `data:text/javascript,export default ${encodeURIComponent(`[${pinned}, ${make}]`)}`
    const pins = JSON.stringify(((await import(module)) as { default: unknown }).default)
    const place = folder.file('cache/pe/python/projecteval')
    await mkdir(path.join(place, 'packages'), { recursive: true })
    await writeTree(place, { pins: createHash('sha256').update(pins).digest('hex') })
    const { exitCode, stdout, stderr } = await run(folder)
    expect([exitCode, stdout, stderr]).toEqual([0, path.join(place, 'packages'), ''])
    expect(existsSync(folder.file('calls'))).toBe(false)
  })
})

const prepared = preparedPackages('projecteval')

describe('the prepared folder', await needs('projecteval-packages'), () => {
  it('has Django 5.2, compiled, with its dependencies', async () => {
    const python = await findPython({ path: prepared })
    const code =
      'import django, asgiref, sqlparse, rest_framework, django_filters, corsheaders; print(django.__version__, django.__cached__)'
    const { stdout } = await execa(python.program, ['-c', code], { env: { PYTHONPATH: python.path.join(':') } })
    expect(stdout).toMatch(/^5\.2\.\d+ .*\.pyc$/)
    expect(existsSync(stdout.split(' ')[1] ?? '')).toBe(true)
  })
})
