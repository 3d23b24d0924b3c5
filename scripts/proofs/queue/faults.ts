/** Trials that kill their workers or hang, and workers that are told to end. */
import path from 'node:path'
import { readMachines, readRun, readTrials } from '../../../harness/store/read.ts'
import { redisServer } from '../../../test/queue/redis-server.ts'
import { startPe, startWorker, untilSays, type Started } from '../../../test/queue/workers.ts'
import { until } from '../../../test/helpers.ts'
import { ended, problemsIn } from './chaos.ts'
import { landed, linesWith, own, planned, type Scenario } from './scenario.ts'

const DEATHS = 2

export const FAULTS: readonly Scenario[] = [
  {
    name: 'deadly trial',
    async prove(setup, problems) {
      const { plan, coordinate } = await planned(setup, { agent: own('deadly.ts'), samples: 1 })
      await using redis = await redisServer()
      const worker = () => startWorker(redis.url, ['--concurrency', '1'], { bin: setup.bin })
      // As a supervisor starts it again.
      let current = worker()
      let deaths = 0
      const over = new AbortController()
      const isOver = () => over.signal.aborted
      const supervise = async () => {
        while (!isOver()) {
          await current.exit
          if (isOver()) return
          deaths += 1
          current = worker()
        }
      }
      const supervised = supervise()
      try {
        await using run = coordinate(redis.url, ['--deaths', String(DEATHS)])
        await ended(run)
      } finally {
        over.abort()
        await current[Symbol.asyncDispose]()
        await supervised
      }
      const trials = await readTrials(plan, await readRun(plan))
      const deadly = trials.find(({ trial }) => trial.mission === 'echo-1')
      const statuses = [deadly?.runnable, ...(deadly?.verdicts ?? [])].map((verdict) => verdict?.status)
      if (deaths < DEATHS) problems.push(`${String(deaths)} workers died, not ${String(DEATHS)}`)
      if (!statuses.every((status) => status === 'not-run')) problems.push(`its verdicts are ${statuses.join(', ')}`)
      const control = (await readMachines(plan)).find(({ trial }) => trial === deadly?.trial.id)?.control
      if (control?.includes('while a control project ran') !== true) problems.push(`the control is ${String(control)}`)
      problems.push(...(await problemsIn(plan)))
      return `${String(deaths)} workers died with it, and then its own process; a control project worked on the same machine, so the trial has no project, by the agent's fault`
    },
  },
  {
    name: 'stuck trial',
    async prove(setup, problems) {
      const env = { PE_PROOF_FOLDER: setup.folder }
      const { plan, coordinate } = await planned(setup, { agent: own('stuck.ts'), samples: 1 })
      await using redis = await redisServer()
      await using worker = startWorker(redis.url, [], { bin: setup.bin, env })
      await using run = coordinate(redis.url, ['--watchdog', '2'])
      await untilSays(run, 'has made no progress for', 300_000)
      await landed(plan, 9)
      const [line = ''] = linesWith(run, 'has made no progress for')
      const [, command = ''] = /; pe (requeue .*) gives it to another worker/.exec(line) ?? []
      const out = ['--redis', redis.url, '--out', path.dirname(plan)]
      const said = await ended(startPe([...command.split(' '), ...out], { bin: setup.bin }))
      await ended(run)
      if (!said.includes('taken from')) problems.push(`pe requeue says: ${said}`)
      if (linesWith(run, 'has made no progress for').length !== 1) problems.push('the stuck trial was not named once')
      problems.push(...(await problemsIn(plan)))
      const machines = await readMachines(plan)
      if (!machines.some(({ worker: id }) => id.includes(`-${String(worker.pid)}-`)))
        problems.push('the worker did nothing')
      return `the watchdog named it once, with the command that gave it to a worker again: pe ${command.split(' ')[0] ?? ''}`
    },
  },
  {
    name: 'draining worker',
    async prove(setup, problems) {
      const env = { PE_PROOF_SLEEP: '4000' }
      const { plan, coordinate } = await planned(setup, { agent: own('sleeper.ts'), samples: 1 })
      await using redis = await redisServer()
      const start = (flags: readonly string[]) => startWorker(redis.url, flags, { bin: setup.bin, env })
      await using patient = start([])
      await using hasty = start(['--drain', '0.5'])
      await using run = coordinate(redis.url)
      const isBusy = (worker: Started) => async () => {
        const states = await Promise.all((await redis.client.keys('pe:worker:*')).map((key) => redis.client.get(key)))
        return states.some((text) => {
          const state = JSON.parse(text ?? '{}') as { readonly pid?: number; readonly trials?: readonly unknown[] }
          return state.pid === worker.pid && state.trials?.length === 2
        })
      }
      for (const worker of [patient, hasty]) await until(isBusy(worker), 'the worker has two trials', 300_000)
      for (const worker of [patient, hasty]) worker.kill('SIGTERM')
      const codes = [await patient.exit, await hasty.exit]
      await using _last = start([])
      await ended(run)
      if (codes.join() !== '0,130') problems.push(`the workers ended with ${codes.join(' and ')}`)
      const workers = (await readMachines(plan)).map(({ worker }) => worker)
      const by = ({ pid }: Started) => workers.filter((id) => id.includes(`-${String(pid)}-`)).length
      if (by(patient) < 2) problems.push('the patient worker did not end its trials')
      problems.push(...(await problemsIn(plan)))
      return `after SIGTERM one worker ended its trials (${String(by(patient))}) and then itself, the other one gave its trials back after --drain 0.5`
    },
  },
]
