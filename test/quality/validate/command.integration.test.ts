/** Runs `pe validate` on a user's own missions. */
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { temporaryFolder, writeTree } from '../../helpers.ts'
import { BIN, MISSION, validated } from './command-cases.ts'

describe('pe validate', () => {
  it('names file and line of an unreadable mission, and continues', { timeout: 300_000 }, async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'missions/sum/mission.yaml': MISSION.replace('kind: batch', 'kind: game') })
    const { exitCode, findings } = await validated(folder.path)
    expect(exitCode).toBe(3)
    expect(findings).toHaveLength(1)
    expect(findings[0]?.text).toContain('missions/sum/mission.yaml:4: kind')
  })

  it('finds a mission from `pe new mission`, whose solution passes', { timeout: 300_000 }, async () => {
    await using folder = await temporaryFolder()
    const create = ['new', 'mission', 'greeter', '--missions-dir', folder.path]
    const made = await execa('node', [BIN, ...create])
    expect(made.stdout.split('\n')).toContain(folder.file('missions/greeter/testcodes.ts'))
    const again = await execa('node', [BIN, ...create], { reject: false })
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('is there already')])

    const argv = ['run', '--agent', 'canonical', '--missions-dir', folder.path, '--out', folder.file('reports')]
    const ran = await execa('node', [BIN, ...argv, '--min-score', '1'], { reject: false, stdin: 'ignore' })
    expect([ran.exitCode, ran.stdout]).toEqual([0, expect.stringContaining('Score 100.0%')])

    const shown = await execa('node', [BIN, 'show', 'greeter', '--missions-dir', folder.path])
    for (const part of ['# greeter', '## Home', '### Greet', '- `no-name`: The page says', '`greet_button` (button)'])
      expect(shown.stdout).toContain(part)
  })
})
