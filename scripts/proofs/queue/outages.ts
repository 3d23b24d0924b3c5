/** Runs on a queue whose Redis, disks, clocks, versions and networks fail: each ends like a run in one process. */
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readMachines } from '../../../harness/store/read.ts'
import { network } from '../../../test/queue/proxy.ts'
import { redisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker, untilSays } from '../../../test/queue/workers.ts'
import { root, until } from '../../../test/helpers.ts'
import type { ProofOutcome } from './budget.ts'
import { FAULTS } from './faults.ts'
import { compared, landed, linesWith, own, type OutageSetup, type Scenario } from './scenario.ts'

const TOKEN = 'token-0123456789abcdef'
/** Wrong clocks are wrong by ten minutes. */
const WRONG = 600

export async function outageProof(setup: OutageSetup, only: readonly string[] = []): Promise<ProofOutcome> {
  const [figures, problems]: [string[], string[]] = [[], []]
  for (const scenario of [...SCENARIOS, ...FAULTS]) {
    const { name } = scenario
    if (only.length > 0 && !only.includes(name)) continue
    setup.say(name)
    const found: string[] = []
    const folder = path.join(setup.folder, name.replaceAll(' ', '-'))
    // The other scenarios say something, too, if one does not come to its end.
    const figure = await scenario.prove({ ...setup, folder }, found).catch((error: unknown) => {
      found.push(error instanceof Error ? error.message : String(error))
      return 'it did not come to its end'
    })
    setup.say(`${figure}${found.map((problem) => `\n    PROBLEM ${problem}`).join('')}`)
    figures.push(`${name}: ${figure}`)
    problems.push(...found.map((each) => `${name}: ${each}`))
  }
  if (figures.length === 0) problems.push(`there is no outage ${only.join(', ')}`)
  return { figures, problems }
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'unreachable Redis',
    async prove(setup, problems) {
      const env = { PE_PROOF_SLEEP: '1000' }
      const { plan, coordinate, check } = await compared(setup, { agent: own('sleeper.ts'), samples: 3, env })
      await using redis = await redisServer()
      await using net = await network(() => redis.port)
      const url = `redis://127.0.0.1:${String(net.port)}`
      await using one = startWorker(url, [], { bin: setup.bin, env })
      await using two = startWorker(url, [], { bin: setup.bin, env })
      await using run = coordinate(url)
      await landed(plan, 4)
      // First the connections end, then everything is swallowed.
      net.cut()
      await delay(setup.seconds * 1000)
      net.repair()
      const before = (await readMachines(plan)).length
      await landed(plan, before + 4)
      net.swallow()
      await delay(Math.min(setup.seconds, 25) * 1000)
      net.repair()
      await check(run, problems)
      const dropped = [one, two].flatMap((worker) => linesWith(worker, 'is dropped'))
      const told = [run, one, two].map((each) => linesWith(each, 'cannot be reached: waiting').length)
      if (dropped.length > 0) problems.push(`results were dropped, and their trials run again: ${dropped.join('; ')}`)
      if (told.some((lines) => lines < 1 || lines > 3)) problems.push(`the outage was told ${told.join(', ')} times`)
      return `cut for ${String(setup.seconds)} s and silent for ${String(Math.min(setup.seconds, 25))} s: every trial committed once, none run again`
    },
  },
  {
    name: 'full disk',
    async prove(setup, problems) {
      const { plan, coordinate, check } = await compared(setup, { agent: 'canonical', samples: 1 })
      await using redis = await redisServer()
      const env = { PE_UPLOAD_TOKEN: TOKEN }
      const small = path.join(setup.folder, 'small')
      await mkdir(small, { recursive: true })
      const fill = `head -c 17M /dev/zero > ${small}/fill 2>/dev/null; exec "$@"`
      const wrapper = [
        'bwrap',
        '--die-with-parent',
        '--dev-bind',
        '/',
        '/',
        '--size',
        String(16 * 1024 ** 2),
        '--tmpfs',
        small,
        'sh',
        '-c',
        fill,
        'sh',
      ]
      const full = (flags: readonly string[]) =>
        startWorker(redis.url, flags, { bin: setup.bin, env: { ...env, TMPDIR: small }, wrapper })
      await using careful = full(['--least-free', '10'])
      await using careless = full(['--least-free', '0'])
      await using run = coordinate(redis.url, ['--listen', '0'], env)
      await untilSays(careful, 'takes no trial: only', 300_000)
      await untilSays(careless, 'ENOSPC', 300_000)
      await using healthy = startWorker(redis.url, [], { bin: setup.bin, env })
      await check(run, problems)
      const workers = new Set((await readMachines(plan)).map(({ worker }) => worker))
      if (![...workers].every((id) => id.includes(`-${String(healthy.pid)}-`)))
        problems.push(`a worker without room committed something: ${[...workers].join(', ')}`)
      return `two workers without room committed nothing (${String(workers.size)} worker did everything); no verdict changed`
    },
  },
  {
    name: 'full Redis',
    async prove(setup, problems) {
      const env = { PE_PROOF_SLEEP: '1000' }
      const { plan, coordinate, check } = await compared(setup, { agent: own('sleeper.ts'), samples: 3, env })
      await using redis = await redisServer(['--maxmemory-policy', 'noeviction'])
      const limit = (bytes: string) => redis.client.config('SET', 'maxmemory', bytes)
      // It is full before the run begins, too.
      await limit('1')
      await using one = startWorker(redis.url, [], { bin: setup.bin, env })
      await using two = startWorker(redis.url, [], { bin: setup.bin, env })
      await using run = coordinate(redis.url)
      await untilSays(run, 'waiting for Redis: OOM', 300_000)
      await limit('0')
      await landed(plan, 4)
      await limit('1')
      await until(() => linesWith(run, 'waiting for Redis: OOM').length === 2, 'the run says it again', 60_000)
      // Longer than the lease: no worker may lose its trials.
      await delay(Math.min(setup.seconds, 15) * 1000)
      await limit('0')
      await check(run, problems)
      const dropped = [one, two].flatMap((worker) => linesWith(worker, 'is dropped'))
      if (dropped.length > 0) problems.push(`results were dropped, and their trials run again: ${dropped.join('; ')}`)
      for (const [name, each] of Object.entries({ run, one, two })) {
        const lines = linesWith(each, 'OOM').length
        if (lines > 2) problems.push(`${name} says ${String(lines)} times that Redis is full: ${each.stderr()}`)
      }
      return 'full before the run and during it: each side says so once each time, every trial committed once, none run again'
    },
  },
  {
    name: 'tampered result',
    async prove(setup, problems) {
      const { plan, coordinate, check } = await compared(setup, { agent: 'null', samples: 1 })
      await using redis = await redisServer()
      await using run = coordinate(redis.url)
      await untilSays(run, 'nobody can take', 300_000)
      // It looks at no result until one was changed.
      run.kill('SIGSTOP')
      await using _worker = startWorker(redis.url, [], { bin: setup.bin })
      const key = async () => (await redis.client.keys('pe-queue:*:completed'))[0] ?? ''
      await until(async () => (await redis.client.zcard(await key())) > 0, 'a result is committed', 300_000)
      const [trial = ''] = await redis.client.zrange(await key(), '0', '0')
      const staged = (await readdir(path.join(plan, 'queue'))).find((name) => name.startsWith(`${trial}.`)) ?? ''
      const record = path.join(plan, 'queue', staged, 'trial', 'trial.json')
      await writeFile(record, (await readFile(record, 'utf8')).replaceAll('"not-run"', '"passed"'))
      run.kill('SIGCONT')
      await check(run, problems)
      const refused = linesWith(run, 'is refused')
      if (refused.length !== 1 || !refused[0]?.endsWith('trial/trial.json is not what the worker committed'))
        problems.push(`the coordinator says: ${run.stderr()}`)
      return 'a record that was changed after its commit is refused in one line, and its trial run again'
    },
  },
  {
    name: 'second coordinator',
    async prove(setup, problems) {
      const { plan, coordinate, check } = await compared(setup, { agent: 'null', samples: 1 })
      await using redis = await redisServer()
      const copy = path.join(setup.folder, 'elsewhere', path.basename(plan))
      await cp(plan, copy, { recursive: true })
      await using run = coordinate(redis.url)
      await untilSays(run, 'nobody can take', 300_000)
      const flags = ['--executor', 'queue', '--redis', redis.url, '--no-score', '--reporter', 'json']
      await using same = startPe(['run', '--resume', plan, ...flags], { bin: setup.bin })
      await using other = startPe(['run', '--resume', copy, ...flags], { bin: setup.bin })
      const said: string[] = []
      for (const [second, text] of [
        [same, 'is in use by process'],
        [other, 'is coordinated by process'],
      ] as const) {
        const code = await second.exit
        const lines = linesWith(second, 'pe: ').filter((line) => !line.includes('this machine is busy'))
        if (code !== 2 || lines.length !== 1 || !lines[0]?.includes(text))
          problems.push(`a second coordinator ended with ${String(code)}: ${second.stderr()}`)
        said.push(text)
      }
      await using _worker = startWorker(redis.url, [], { bin: setup.bin })
      await check(run, problems)
      return `both were refused with exit code 2 and one line (${said.join('; ')})`
    },
  },
  {
    name: 'wrong clocks',
    async prove(setup, problems) {
      const { plan, coordinate, check } = await compared(setup, { agent: 'null', samples: 2 })
      await using redis = await redisServer()
      const worker = (seconds: number) =>
        startWorker(redis.url, [], {
          bin: setup.bin,
          env: { PE_PROOF_CLOCK: String(seconds) },
          imports: [own('wrong-clock.mjs')],
        })
      await using early = worker(-WRONG)
      await using late = worker(WRONG)
      const began = Date.now() / 1000
      await using run = coordinate(redis.url)
      await check(run, problems)
      const ends = Date.now() / 1000
      const wrong = (await readMachines(plan)).filter(
        ({ at, waited, seconds }) => at < began || at > ends || waited > ends - began || seconds > ends - began,
      )
      if (wrong.length > 0) problems.push(`times of ${String(wrong.length)} trials follow a wrong clock`)
      for (const [each, name] of [
        [early, 'early'],
        [late, 'late'],
      ] as const)
        if (linesWith(each, 'clock').length !== 1)
          problems.push(`the ${name} worker does not tell that its clock is wrong`)
      return `two workers whose clocks were wrong by ${String(WRONG)} s: each says so, and all times are those of the coordinator`
    },
  },
  {
    name: 'older version',
    async prove(setup, problems) {
      const { coordinate, check } = await compared(setup, { agent: 'null', samples: 1 })
      await using redis = await redisServer()
      await using old = startWorker(redis.url, [], { bin: await olderProgram(path.join(setup.folder, 'older')) })
      await using run = coordinate(redis.url)
      await untilSays(old, 'takes no trial of run', 300_000)
      await untilSays(run, 'nobody can take', 300_000)
      await using _worker = startWorker(redis.url, [], { bin: setup.bin })
      await check(run, problems)
      const [line = '', ...more] = linesWith(old, 'takes no trial of run')
      if (more.length > 0 || !/planned by pe .* and this is pe 0\.0\.1/.test(line))
        problems.push(`it says: ${old.stderr()}`)
      if (linesWith(run, line.split(': ').at(-1) ?? '').length !== 1) problems.push('the coordinator does not say why')
      return line.replace(/^.*?takes/, 'it takes')
    },
  },
  {
    name: 'cut uploads',
    async prove(setup, problems) {
      const { coordinate, check } = await compared(setup, { agent: own('bulky.ts'), samples: 1 })
      await using redis = await redisServer()
      const env = { PE_UPLOAD_TOKEN: TOKEN }
      const port = await freePort()
      await using net = await network(() => port)
      // Each connection ends in the middle of the file.
      net.endAfter(1024 ** 2)
      const listen = ['--listen', `127.0.0.1:${String(port)}`, '--upload-url', `http://127.0.0.1:${String(net.port)}`]
      await using run = coordinate(redis.url, listen, env)
      await using _worker = startWorker(redis.url, [], { bin: setup.bin, env })
      await until(() => net.cuts >= 6, 'uploads were cut', 300_000)
      net.endAfter(undefined)
      net.cut()
      await delay(2000)
      net.repair()
      await check(run, problems)
      return `${String(net.cuts)} connections ended in the middle of a file of 3 MiB, and none was possible for 2 s: every result arrived whole`
    },
  },
]

async function freePort(): Promise<number> {
  await using unused = await network(() => 0)
  return unused.port
}

/** The same program with another version. */
async function olderProgram(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await cp(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true })
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Record<string, unknown>
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version: '0.0.1' }))
  for (const name of ['node_modules', 'missions', 'canonical', 'harness', 'grammars'])
    await symlink(path.join(root, name), path.join(folder, name))
  return path.join(folder, 'dist', 'harness', 'bin.js')
}
