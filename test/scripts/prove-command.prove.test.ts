import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { commitOf } from '../../scripts/proofs/results.ts'
import { root, temporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'

const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')

async function prove(...args: readonly string[]) {
  await using folder = await temporaryFolder()
  return await execa('node', [tsx, 'scripts/prove.ts', ...args], {
    ...{ cwd: root, env: { PE_PROOFS: folder.path }, reject: false, stdin: 'ignore' },
  })
}

it('says how it is used', async () => {
  const { stdout, exitCode } = await prove('--help')
  expect([stdout.split('\n').length, exitCode]).toEqual([4, 0])
})

it('takes a part of the name of a commit, and refuses a name that git does not know', await needs('git'), async () => {
  const commit = await commitOf(root)
  expect(commit).toMatch(/^[0-9a-f]{40}$/)
  expect(await commitOf(root, commit.slice(0, 10))).toBe(commit)
  await expect(commitOf(root, 'no-such-commit')).rejects.toThrow('git knows no commit "no-such-commit"')
  expect((await prove('page', commit.slice(0, 10))).stderr).toContain(`at ${commit.slice(0, 8)},\n  tests has not run`)
})
