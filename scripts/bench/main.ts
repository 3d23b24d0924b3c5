/**
 * Measures everything that the documents say about speed: `npm run bench [-- PART … --pairs N --against COMMIT --missions IDS --json FILE]`.
 * Other benchmarks are programs with arguments of their own: `npm run bench -- PROGRAM [ARGUMENT …]`. Each ratio is of two ways that are run in turns on this machine. Run it while nothing else runs.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { print } from './measure.ts'
import { PARTS } from './parts.ts'
import { rowTable, type Row } from './series.ts'

/** The commit before the work on speed began. */
const EARLIER = '2a9d411'

const names = PARTS.map(({ name }) => name).join(', ')
/** Benchmarks that are programs of their own, each with its arguments. */
const PROGRAMS = {
  sandbox: { about: '[STARTS [PAIRS]]: what the sandbox costs', load: () => import('./sandbox.ts') },
  summarise: { about: '[TRIALS]: reading and summarising a large run', load: () => import('./summarise.ts') },
  judge: { about: '[REPEATS]: what a point of an online judge costs', load: () => import('./judge.ts') },
  sites: {
    about: '[REPOSITORY …]: what hidden tests of published libraries confirm by value',
    load: () => import('./sites.ts'),
  },
  scorers: { about: 'the time of scorers', load: () => import('./scorers.ts') },
  agents: { about: '[TRIALS]: time and memory of the harness for a model', load: () => import('./agents.ts') },
  greenfield: { about: '[OUT]: the published programs in PE_GREENFIELD_DIR', load: () => import('./greenfield.ts') },
  projecteval: {
    about: '[canonical] [agreement] [totals] [time] [--runs N] [--out DIR]: figures about the published benchmark',
    load: () => import('./projecteval/main.ts'),
  },
} as const

const USAGE = `npm run bench [-- PART … --pairs N --against COMMIT --missions IDS --json FILE]

Parts: ${names}; all by default
--pairs N         how often the two ways of a ratio take turns, 3 by default; starts take turns five times as often
--against COMMIT  the earlier commit, ${EARLIER} by default
--missions IDS    only these missions, separated by commas
--json FILE       writes the rows to a file, too

npm run bench -- PROGRAM [ARGUMENT …]
${Object.entries(PROGRAMS)
  .map(([name, { about }]) => `  ${name.padEnd(11)} ${about}`)
  .join('\n')}`

const OPTIONS = {
  pairs: { type: 'string', default: '3' },
  against: { type: 'string', default: EARLIER },
  missions: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** The arguments, or undefined after a message if they are wrong or ask for help. */
function given() {
  try {
    const parsed = parseArgs({ allowPositionals: true, options: OPTIONS })
    const unknown = parsed.positionals.filter((name) => !PARTS.some((part) => part.name === name))
    if (unknown.length > 0) throw new TypeError(`there is no part "${unknown.join(', ')}"; the parts are ${names}`)
    const pairs = Number(parsed.values.pairs)
    if (!Number.isInteger(pairs) || pairs < 1)
      throw new TypeError(`--pairs ${parsed.values.pairs}: give a whole number from 1`)
    if (!parsed.values.help) return { ...parsed, pairs }
    print(USAGE)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    process.stderr.write(`${error.message}\n\n${USAGE}\n`)
    process.exitCode = 2
  }
  return undefined
}

const program = Object.entries(PROGRAMS).find(([name]) => name === process.argv[2])
if (program) {
  // The program finds its arguments where they are if it is run by itself.
  process.argv.splice(2, 1)
  await program[1].load()
} else {
  const chosen = given()
  // Not `process.exit`, which could cut off what was printed.
  if (chosen !== undefined) await bench(chosen)
}

async function bench({ positionals, values, pairs }: NonNullable<ReturnType<typeof given>>): Promise<void> {
  const [processor] = os.cpus()
  const machine =
    `${String(os.availableParallelism())} × ${processor?.model ?? 'unknown processor'}, ` +
    `${(os.totalmem() / 2 ** 30).toFixed(0)} GiB, Node ${process.versions.node}`
  const out = mkdtempSync(path.join(os.tmpdir(), 'pe-bench-'))
  const rows: Row[] = []

  /** Neither a failure nor Ctrl-C loses the rows that were measured before it. */
  function finish(): void {
    rmSync(out, { recursive: true, force: true })
    print(`\n${machine}\n\n${rows.length === 0 ? 'No row was complete.' : rowTable(rows)}`)
    if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ machine, rows }, null, 2))
  }
  // The programs that are being measured get the signal, too, and clean up after themselves. The exit codes are those of a shell.
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.once(signal, () => {
      finish()
      process.exit(code)
    })
  try {
    for (const { name, about, run } of PARTS) {
      if (positionals.length > 0 && !positionals.includes(name)) continue
      print(`\n${name}: ${about} (load ${(os.loadavg()[0] ?? NaN).toFixed(1)})`)
      const say = (text: string) => {
        print(`  ${text}`)
      }
      const missions = values.missions === undefined ? [] : ['--missions', values.missions]
      rows.push(...(await run({ out, pairs, say, against: values.against, missions })))
    }
  } finally {
    finish()
  }
}
