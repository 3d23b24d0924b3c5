/**
 * Measures the cost of the bubblewrap sandbox by alternating measurements with and without it. Run it on an idle machine:
 * `npm run bench -- sandbox [STARTS [PAIRS]]`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { websiteCommand } from '../../harness/launchers/command.ts'
import { freePort } from '../../harness/launchers/ports.ts'
import { systemPython } from '../../harness/lib/python/find.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { median, print, seconds } from './measure.ts'

const starts = Number(process.argv[2] ?? 20)
const pairs = Number(process.argv[3] ?? 3)
const root = path.resolve(import.meta.dirname, '..', '..')
const out = await mkdtemp(path.join(tmpdir(), 'pe-bench-'))

/** A minimal server, so that only its start is measured. */
const SERVER = `require('node:http').createServer((_, response) => response.end('<p>hello</p>')).listen(process.env.PORT)`
const POLL_PAUSE = 5
const DEADLINE = 20_000

try {
  const rows: { bare: number; sandboxed: number }[] = []
  for (let start = 0; start <= starts; start += 1) {
    const row = { bare: await bareStart(start), sandboxed: await sandboxedStart(start) }
    // The first of each is a warm-up.
    if (start > 0) rows.push(row)
  }
  const of = (pick: (row: { bare: number; sandboxed: number }) => number) => median(rows.map(pick)).toFixed(0)
  print(
    `start to first answer, median of ${String(starts)}: bare ${of((row) => row.bare)} ms, bubblewrap ${of((row) => row.sandboxed)} ms, difference ${of((row) => row.sandboxed - row.bare)} ms (target: at most +60 ms)`,
  )

  const runs: { sandboxed: number; plain: number }[] = []
  for (let pair = 0; pair <= pairs; pair += 1) {
    const row = { sandboxed: await canonical('bubblewrap'), plain: await canonical('process') }
    if (pair > 0) runs.push(row)
  }
  const ratios = runs.map(({ sandboxed, plain }) => sandboxed / plain)
  for (const [index, { sandboxed, plain }] of runs.entries())
    print(
      `pair ${String(index + 1)}: bubblewrap ${sandboxed.toFixed(2)} s, process ${plain.toFixed(2)} s, ratio ${(sandboxed / plain).toFixed(3)}`,
    )
  print(`canonical run, bubblewrap / process: median ${median(ratios).toFixed(3)} (target: at most 1.15)`)
} finally {
  await rm(out, { recursive: true, force: true })
}

async function bareStart(index: number): Promise<number> {
  const file = path.join(out, `server-${String(index)}.js`)
  await writeFile(file, SERVER)
  const port = await freePort()
  const began = performance.now()
  const child = spawn('node', [file], { env: { ...process.env, PORT: String(port) }, stdio: 'ignore' })
  const ended = once(child, 'exit')
  try {
    await firstAnswer(`http://localhost:${String(port)}/`, began)
    return performance.now() - began
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

async function firstAnswer(address: string, began: number): Promise<void> {
  for (;;) {
    const answered = await fetch(address, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    if (performance.now() - began > DEADLINE) throw new Error(`${address} does not answer`)
    await delay(POLL_PAUSE)
  }
}

/** Starts it in a complete sandbox of a trial: namespaces, control groups, the sandbox of its browser. */
async function sandboxedStart(index: number): Promise<number> {
  const scratch = path.join(out, `sandboxed-${String(index)}`)
  await mkdir(scratch)
  const launch = { start: ['node', 'server.js'], port: 8000, homepage: '/' }
  const project = { files: [{ path: 'server.js', content: SERVER }], launch }
  const workspace = await materialise(project, path.join(scratch, 'project'))
  const began = performance.now()
  await using sandbox = await openSandbox('bubblewrap', scratch)
  await using target = await websiteCommand.launch(workspace, sandbox, {
    start: DEADLINE,
    install: DEADLINE,
    diskBytes: Infinity,
    scratch,
    python: systemPython(),
    signal: new AbortController().signal,
    openInstaller: () => Promise.reject(new TypeError('nothing has to be installed here')),
  })
  const took = performance.now() - began
  if (target.kind !== 'website') throw new TypeError('the target is not a website')
  return took
}

function canonical(sandbox: string): Promise<number> {
  const bin = path.join(root, 'dist/pe/bin.js')
  return seconds('node', [bin, 'run', '--agent', 'canonical', '--level', '2', '--sandbox', sandbox, '--out', out])
}
