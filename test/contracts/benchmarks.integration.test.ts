import { cp } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { benchmarkNames, benchmarkOf, openBenchmark, selectMissions } from '../../harness/benchmarks/index.ts'
import { briefOf, questionsOf } from '../../harness/trial/brief.ts'
import { UsageError } from '../../harness/errors.ts'
import { answersSchema, launchPlanSchema } from '../../harness/contracts/schema.ts'
import { countedSuites, countedTestcodes } from '../../harness/contracts/suites.ts'
import { paperTesters } from '../../harness/run/own-parts.ts'
import { checkTestcodes } from '../../harness/testers/index.ts'
import type { Benchmark, Mission } from '../../harness/contracts/types.ts'
import { RUNNABLE } from '../../harness/trial/judge.ts'
import { checkProject } from '../../harness/trial/workspace.ts'
import { root, temporaryFolder, type TemporaryFolder } from '../helpers.ts'
import { needs } from '../needs.ts'
import { paperContracts, type PaperContract } from './papers.ts'
import { papers } from '../papers.ts'

const testers = await paperTesters(papers)

const contracts = await paperContracts()

let folder: TemporaryFolder | undefined
afterAll(() => folder?.[Symbol.asyncDispose]())

/** A user's folder with one mission of each kind; `native` reads them all. */
async function folderWithMissions(): Promise<string> {
  folder = await temporaryFolder()
  for (const id of ['hello', 'histogram', 'text-adventure'])
    for (const part of ['missions', 'canonical'])
      await cp(path.join(root, part, id), folder.file(part, id), { recursive: true })
  return folder.path
}

/** How each benchmark of the table is opened for this suite: one without a line here, or in the contract of its paper, fails it. */
const BENCHMARKS: NonNullable<PaperContract['benchmarks']> = {
  native: { spec: () => Promise.resolve('native') },
  'missions:DIR': { spec: async () => `missions:${await folderWithMissions()}` },
  judge: { spec: () => Promise.resolve('judge') },
  ...Object.fromEntries(contracts.flatMap(({ benchmarks = {} }) => Object.entries(benchmarks))),
}

it('has a line for each benchmark', () => {
  expect(Object.keys(BENCHMARKS).toSorted()).toEqual(benchmarkNames(papers).toSorted())
})

for (const [name, { spec, needs: parts = [], solved = true }] of Object.entries(BENCHMARKS)) {
  describe(`the benchmark ${name}`, await needs(...parts), () => {
    let benchmark: Benchmark
    let missions: readonly Mission[]
    beforeAll(async () => {
      benchmark = await openBenchmark(await spec(), papers)
      missions = await selectMissions(benchmark, [])
    })

    it('lists missions that are what they are called', async () => {
      expect(missions.length).toBeGreaterThan(0)
      expect(missions.map(({ id }) => id)).toEqual(await benchmark.ids())
      await expect(benchmark.mission('no-such-mission')).rejects.toThrow(UsageError)
    })

    it('has missions with a digest that stays, testcodes with ids of their own, and materials that can be named', async () => {
      for (const mission of missions) {
        expect((await benchmark.mission(mission.id)).digest).toBe(mission.digest)
        expect(mission.digest).toMatch(/^[0-9a-f]{64}$/)
        const ids = countedTestcodes(mission).map(({ id }) => id)
        expect(new Set([RUNNABLE, ...ids]).size).toBe(ids.length + 1)
        const suites = mission.suites.map(({ id }) => id)
        expect(new Set(suites).size).toBe(suites.length)
        expect(countedSuites(mission)).not.toEqual([])
        for (const { weight } of mission.suites) expect(weight).toBeGreaterThan(0)
        expect(path.isAbsolute(mission.materialsFolder)).toBe(true)
        for (const withheld of Object.keys(mission.withheld ?? {})) expect(ids).toContain(withheld)
      }
    })

    it('has for every testcode what its tester needs', async () => {
      for (const mission of missions) {
        for (const suite of mission.suites) {
          const testcodes = await benchmark.testcodes(mission, suite)
          expect(() => {
            checkTestcodes(mission, suite, testcodes, testers)
          }).not.toThrow()
        }
      }
    })

    it('makes a brief of every mission at every level, and questions about its testcodes alone', async () => {
      for (const mission of missions) {
        for (const { id } of benchmark.variants) {
          const brief = JSON.stringify(await briefOf(benchmark, mission, id))
          expect(brief).not.toContain('def test_')
        }
        const ids = countedTestcodes(mission).map(({ id }) => id)
        for (const { testcode, parameters } of questionsOf(mission)) {
          expect(ids).toContain(testcode)
          expect(parameters.length).toBeGreaterThan(0)
        }
      }
    })

    it('has a canonical solution of every mission that can be written, started and answers every question', async () => {
      for (const mission of missions) {
        if (!solved) {
          await expect(benchmark.canonical(mission)).rejects.toThrow(UsageError)
          continue
        }
        const { project, answers } = await benchmark.canonical(mission)
        checkProject(project)
        // A library is imported, never started.
        if (mission.kind === 'library') expect(project.launch).toBeUndefined()
        // What is only compiled is not launched.
        else if (mission.kind !== 'source') expect(launchPlanSchema.parse(project.launch)).toEqual(project.launch)
        expect(answersSchema.parse(answers)).toEqual(answers)
        for (const { testcode, parameters } of questionsOf(mission)) {
          const given = Object.keys(answers[testcode] ?? {})
          for (const { name } of parameters) expect(given).toContain(name)
        }
      }
    })

    it('is opened again from the record of a run', async () => {
      const again = await benchmarkOf(benchmark, papers)
      expect(again.source).toBe(benchmark.source)
      expect(await again.ids()).toEqual(await benchmark.ids())
    })
  })
}

describe('openBenchmark', () => {
  it.each([
    ['swe', /no benchmark "swe"; the benchmarks are native, missions:DIR, judge/],
    ['constructor', /no benchmark "constructor"/],
    ['', /no benchmark ""/],
    ['missions', /needs an argument: missions:DIR/],
    ['missions:/nowhere', /there is no folder \/nowhere\/missions; pe new mission NAME makes one/],
    ['native:x', /takes no argument, but was given "x"/],
  ])('refuses %j', async (spec, message) => {
    await expect(openBenchmark(spec, papers)).rejects.toThrow(UsageError)
    await expect(openBenchmark(spec, papers)).rejects.toThrow(message)
  })
})
