import type { Format, RunResult } from '../../../harness/reporters/formats/format.ts'
import { STATUSES, type TrialRecord } from '../../../harness/contracts/schema.ts'
import { summarise } from '../../../harness/run/summary.ts'
import { keyOf, recordOf, runOf, verdictOf } from '../../helpers.ts'

/** A run with a verdict of each status; `text` stands wherever a project, an agent or a mission can put one. */
export function resultOf(text = 'plain'): RunResult {
  const keys = [keyOf({ agent: `folder:${text}` }), keyOf({ agent: `folder:${text}`, sample: 2 })]
  const [first = keyOf(), second = keyOf()] = keys.map((key, index) => ({
    ...key,
    id: `fixture.folder.L1.direct.${String(index + 1)}`,
  }))
  const evidence = { console: [text], output: text, log: text, screenshot: 'evidence/a.png' }
  const record: TrialRecord = {
    ...recordOf(first, ['passed'], { reason: text, log: text }),
    verdicts: STATUSES.map((status) =>
      verdictOf(status === 'passed' ? 'shows' : status, status, { reason: text, evidence }),
    ),
  }
  const run = runOf([first, second])
  // No mission has a sentence that is empty or begins with a space.
  const sentence = text.trim() === '' ? 'none' : text.trim()
  const missions = run.benchmark.missions.map((mission) => ({
    ...mission,
    title: sentence,
    testcodes: mission.testcodes.map((testcode) => ({
      ...testcode,
      page: sentence,
      function: sentence,
      expects: sentence,
    })),
  }))
  const changed = { ...run, benchmark: { ...run.benchmark, missions } }
  const trials = [record, recordOf(second, ['not-run', 'not-run'], { outcome: 'no-project', reason: text })]
  const similarities = [
    { trial: first.id, name: text, setting: 'strict', value: 0.5, embedder: text },
    { trial: second.id, name: text, setting: 'paper', value: null, reason: text },
  ]
  return {
    run: changed,
    trials,
    similarities,
    summary: summarise(changed, trials, { folder: '/r', report: '/r/index.html', seconds: 3 }),
  }
}

export async function written(format: Format, result: RunResult): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of format.write(result)) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** Texts with a meaning in one of the formats, each with a name for the titles of tests. */
export const HOSTILE_TEXTS = [
  ['an empty text', ''],
  ['a formula that links', '=HYPERLINK("http://evil","x")'],
  ['a formula with a plus sign', '+1+1'],
  ['a formula that starts a program', "-2+3+cmd|' /C calc'!A0"],
  ['a formula with an at sign', '@SUM(1,1)'],
  ['a formula behind white space', ' \t=1'],
  ['a formula with a full-width sign', '\uff1d1+1'],
  ['XML', '</testcase><failure/>]]>&amp;<![CDATA[x'],
  ['CSV', '"a",b\r\nc;d'],
  ['Markdown', '`a` ``b`` | @someone #12 https://evil.example <b>x</b> [l](javascript:x) \\| *y* ```'],
  ['a table in Markdown', '|\n| --- |\n# head'],
  ['a script', '--> <script>alert(1)</script>'],
  ['escape sequences', '\u001b]0;title\u0007\u001b[2Jred'],
  ['control characters and unpaired surrogates', '\u0000\u0008\ufffe\uffff\ud800\udc00\ud800'],
  ['a change of direction', '\u202eevil\u2066'],
  ['100,000 letters', 'x'.repeat(100_000)],
  ['50,000 emoji', '\ud83d\ude00'.repeat(50_000)],
] as const
