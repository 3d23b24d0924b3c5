/** The other cases of scale.integration.test.ts. */
import { chmod, readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { summarySchema } from '../../harness/contracts/schema.ts'
import { readRun, readTrials } from '../../harness/store/read.ts'
import { BIN, temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { blockOf, workflow } from './scale-cases.ts'

// They start dozens of processes, which takes minutes: `npm run prove -- tests` runs them.
const LASTING = { timeout: 900_000 }
/** The examples run every mission that the program has, which would take too long here. */
const FEW = '--missions histogram,regression --samples 2 --no-score'
const TRIALS = 4

/** A folder for commands, with programs on the path that stand for those of the examples. */
async function place(folder: TemporaryFolder) {
  const write = async (name: string, text: string) => {
    await writeFile(folder.file(name), `#!/bin/sh\n${text}\n`)
    await chmod(folder.file(name), 0o755)
  }
  await write(
    'npx',
    `shift\ncase "$*" in "run --agent"*|"plan --agent"*) set -- "$@" ${FEW};; esac\nexec "${process.execPath}" "${BIN}" "$@"`,
  )
  await write(
    'sbatch',
    `script=$2
range=$(sed -n 's/^#SBATCH --array=//p' "$script")
for task in $(seq "\${range%-*}" "\${range#*-}"); do SLURM_ARRAY_TASK_ID=$task sh "$script" || exit; done`,
  )
  const env = { PATH: `${folder.path}:${process.env['PATH'] ?? ''}`, SCRATCH: folder.file('scratch') }
  return (script: string, shell: 'bash' | 'sh' = 'sh') =>
    execa(shell, ['-ec', script], { cwd: folder.path, env, reject: false, stdin: 'ignore' })
}

/** The only run in the reports has all trials, and all of them work. */
async function expectWhole(folder: TemporaryFolder): Promise<void> {
  const reports = folder.file('reports')
  const [name = '', ...others] = (await readdir(reports)).filter((each) => each.startsWith('20'))
  expect(others).toEqual([])
  const run = path.join(reports, name)
  const record = await readRun(run)
  expect([record.trials.length, (await readTrials(run, record)).length]).toEqual([TRIALS, TRIALS])
  const { incomplete, points } = summarySchema.parse(JSON.parse(await readFile(path.join(run, 'summary.json'), 'utf8')))
  expect([incomplete, points.passed]).toEqual([false, points.total])
}

describe('the examples of docs/scale.md', () => {
  const { jobs } = workflow.parse(parse(blockOf('GitHub Actions', 'yaml')))

  it('run a matrix of GitHub Actions as processes, and merge its shards into a whole run', LASTING, async () => {
    await using folder = await temporaryFolder()
    const execute = await place(folder)
    const commandOf = (steps: typeof jobs.merge.steps) =>
      steps.flatMap(({ run }) => (run?.startsWith('npx pe ') === true ? [run] : [])).join('\n')
    for (const shard of jobs.shard.strategy.matrix.shard) {
      // Each artifact holds the folder of its shard, and all are downloaded into one.
      const command = commandOf(jobs.shard.steps)
        .replaceAll('${{ matrix.shard }}', String(shard))
        .replace('--out shards', '--out all')
      const ran = await execute(command, 'bash')
      expect([ran.exitCode, ran.stderr]).toEqual([0, expect.any(String)])
    }
    expect(await readdir(folder.file('all'))).toHaveLength(jobs.shard.strategy.matrix.shard.length)
    const merged = await execute(commandOf(jobs.merge.steps), 'bash')
    expect([merged.exitCode, merged.stderr]).toEqual([0, expect.any(String)])
    await expectWhole(folder)
  })

  it('run an array of Slurm as processes, and merge its shards into the planned run', LASTING, async () => {
    await using folder = await temporaryFolder()
    const execute = await place(folder)
    await writeFile(folder.file('shards.sh'), blockOf('Slurm', 'sh'))
    const ran = await execute(blockOf('Slurm', 'sh', 1))
    expect([ran.exitCode, ran.stderr]).toEqual([0, expect.any(String)])
    await expectWhole(folder)
  })
})
