/** The other cases of repocraft.integration.test.ts. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { modelServer, type Received, type Reply } from '../../model-server/server.ts'
import { temporaryFolder } from '../../helpers.ts'
import { pe } from '../../own.ts'
import { needs } from '../../needs.ts'
import { LATE, run, trialIn } from './run-cases.ts'
import { summarySchema } from '../../../harness/contracts/schema.ts'

/** Refines the categories: everything belongs to the first one. It judges no task. */
const first = ({ messages }: Received): Reply => {
  const count = Number(/Answer with (\d+) numbers/.exec(messages.at(-1)?.content ?? '')?.[1] ?? 0)
  return { kind: 'answer', text: JSON.stringify({ categories: Array<number>(count).fill(1) }) }
}

it(
  'a model refines the categories, and is not paid for twice',
  { ...LATE, ...(await needs('python3-pytest')) },
  async () => {
    await using folder = await temporaryFolder()
    await using server = await modelServer(first)
    const args = ['--agent', 'canonical', '--judge', 'openai:small']
    const ran = await run(folder, args, server.baseURL)
    expect(ran.exitCode, ran.stderr).toBe(1)
    expect(ran.stderr).not.toContain('has no effect')
    const { measures } = await trialIn(folder)
    expect(measures).toMatchObject({
      'lexical-coverage': { detail: { covered: 6 } },
      'lexical-refined-coverage': { scored: true, detail: { covered: 1, model: 'openai:small' } },
      'lexical-refined-novelty': { scored: true, value: 0 },
      'pass-rate': { scored: false },
    })
    // One question about the features, and one about each of two tasks, which is asked three times: the answers are unusable.
    expect(server.received).toHaveLength(7)
    await rm(folder.file('reports'), { recursive: true })
    await run(folder, args, server.baseURL)
    expect(server.received).toHaveLength(7)
  },
)

/** Writes another function in each round, and says in its file what it was shown. */
const AGENT = `export default {
  name: 'extends',
  generate: (brief) => {
    const { documents } = brief.input
    const round = documents.length - 1 || 1
    const text = \`def feature_\${round}():\\n    return \${JSON.stringify(documents.map(({ path }) => path).join(' '))}\\n\`
    return Promise.resolve({ files: [{ path: \`library/part\${round}.py\`, content: text }] })
  },
  answer: () => Promise.resolve({}),
}
`

it('each round of extension is a submission with its own size; the last one counts', LATE, async () => {
  await using folder = await temporaryFolder()
  await writeFile(folder.file('agent.mjs'), AGENT)
  const ran = await run(folder, ['--agent', folder.file('agent.mjs'), '--rounds', '3'])
  const { id, record, measures } = await trialIn(folder)
  expect(ran.stderr).not.toContain('Error')
  expect(record.trial.variant).toBe('rounds-3')
  expect(record.submissions?.map(({ number, counts }) => [number, counts === true])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ])
  expect(measures['lexical-growth']).toMatchObject({
    scored: true,
    detail: { rounds: [1, 2, 3].map((round) => ({ round, features: round, files: round, lines: 2 * round })) },
  })
  expect(measures['source-files']).toMatchObject({ value: 3 })

  // Judging again keeps the rounds, and calls no agent.
  const before = record.submissions?.map(({ digest, counts }) => [digest, counts])
  await pe(['grade', id, '--json', '--out', folder.file('reports')])
  const graded = await trialIn(folder)
  expect(graded.record.submissions?.map(({ digest, counts }) => [digest, counts])).toEqual(before)
  expect(graded.measures).toEqual(measures)
})

it('names the variants if a benchmark has no rounds', LATE, async () => {
  const ran = await pe(['run', '--agent', 'null', '--rounds', '2'])
  expect(ran.exitCode).toBe(2)
  expect(ran.stderr).toMatch(/this benchmark has no rounds, so not rounds-2; its variants are L1\.direct/)
})

it('the reference covers its taxonomy, and no task passes without a judge of tasks', LATE, async () => {
  await using folder = await temporaryFolder()
  const ran = await run(folder, ['--agent', 'canonical'])
  const summary = summarySchema.parse(JSON.parse(ran.stdout))
  expect(ran.exitCode, ran.stderr).toBe(1)
  expect(summary).toMatchObject({ bounds: [0, 1] })
  const { record, brief, measures, id, measuresFile } = await trialIn(folder)
  expect(record.verdicts.map(({ testcode, status }) => [testcode, status])).toEqual([
    ['length-1', 'unjudged'],
    ['mean-1', 'unjudged'],
  ])
  expect(record.verdicts[0]?.reason).toMatch(/no model judges the tasks: name one with --judge/)
  expect(record.attempts).toBeUndefined()
  expect(JSON.stringify(brief)).not.toMatch(/Histogram|length-1|by their factors/)
  expect(measures).toMatchObject({
    'lexical-coverage': { scored: true, detail: { covered: 6 } },
    'lexical-refined-coverage': { scored: false },
    'pass-rate': { scored: false, reason: '2 of 2 tasks are unjudged: it is from 0.0% to 100.0%' },
    'source-lines': { value: 21 },
  })

  // A harness that was killed before it measured has the same measures after it was resumed.
  const before = await readFile(measuresFile, 'utf8')
  await rm(measuresFile)
  await pe(['run', '--resume', id, '--json', '--out', folder.file('reports')])
  expect(await readFile(measuresFile, 'utf8')).toBe(before)
})
