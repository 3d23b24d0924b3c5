/** Static checks of every built-in mission and its canonical solution. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyFault, parseFaultsFile } from '../harness/benchmarks/native/faults-file.ts'
import { parseMissionFile } from '../harness/benchmarks/native/benchmark.ts'
import { builtInBenchmark } from '../harness/benchmarks/index.ts'
import { countedTestcodes } from '../harness/contracts/suites.ts'
import { checkTestcodeModule } from '../harness/testers/testcode-functions.ts'
import { root, suiteOf } from './helpers.ts'

const CANARY = 'pe-canary 30d29cf3-4b47-4601-872c-80852557339f'
/** Fewest faults of a mission, so that its testcodes are tested in several ways. */
const FEWEST_FAULTS = 6
/** Most words of a sentence of a prompt: longer ones have to be read twice. */
const LONGEST_SENTENCE = 40

const benchmark = builtInBenchmark()

describe.each(await benchmark.ids())('the mission %s', async (id) => {
  const mission = await benchmark.mission(id)
  const testcodes = countedTestcodes(mission)
  const { checklist = [], limits = {}, prompt = '' } = mission
  const items = checklist.flatMap(({ page, functions }) => functions.map((entry) => `${page}: ${entry.function}`))
  const itemOf = (entry: { readonly page?: string; readonly function?: string }) =>
    `${String(entry.page)}: ${String(entry.function)}`

  it('says how difficult it is, what it is about, how much it may use, and that it is not for training', () => {
    expect(mission.difficulty).toBeDefined()
    expect(mission.tags).not.toEqual([])
    expect(limits.seconds).toBeDefined()
    expect(limits.memoryMiB).toBeDefined()
    expect(mission.canary).toBe(CANARY)
  })

  it('has a testcode for every item of its checklist, and names no item twice', () => {
    expect(new Set(items).size).toBe(items.length)
    expect([...new Set(testcodes.map(itemOf))].toSorted()).toEqual(items.toSorted())
  })

  it('has a prompt of sentences that are read at once', () => {
    // A sentence ends at a full stop before a capital letter. A closing quotation mark or bracket may follow the full stop.
    const sentences = prompt.split(/(?<=[.!?]["')]?)\s+(?=["'(]?[A-Z])/)
    const long = sentences.filter((sentence) => sentence.split(/\s+/).length > LONGEST_SENTENCE)
    expect(long).toEqual([])
  })

  it('has testcodes, a canonical solution that answers every question, and no answers beside them', async () => {
    const suite = suiteOf(mission)
    checkTestcodeModule(mission, suite, await benchmark.testcodes(mission, suite))
    const { answers } = await benchmark.canonical(mission)
    const asked = testcodes.filter(({ parameters = [] }) => parameters.length > 0)
    const sorted = (names: readonly string[]) => [...names].toSorted()
    expect(sorted(Object.keys(answers))).toEqual(sorted(asked.map((testcode) => testcode.id)))
    for (const { id: testcode, parameters = [] } of asked)
      expect(sorted(Object.keys(answers[testcode] ?? {})), testcode).toEqual(sorted(parameters))
  })

  it('has the materials that it names', async () => {
    const present = await readdir(mission.materialsFolder).catch((): string[] => [])
    expect(mission.materials.filter((material) => !present.includes(material))).toEqual([])
  })

  it('has faults whose text is found once and whose item is checked', async () => {
    const folder = path.join(root, 'canonical', id)
    const file = path.join(folder, 'faults.yaml')
    const missionFile = path.join(root, 'missions', id, 'mission.yaml')
    const written = parseMissionFile(await readFile(missionFile, 'utf8'), missionFile)
    const faults = parseFaultsFile(await readFile(file, 'utf8'), file, written)
    expect(faults.length).toBeGreaterThanOrEqual(FEWEST_FAULTS)
    for (const fault of faults) {
      const text = await readFile(path.join(folder, 'node', fault.file), 'utf8')
      expect(applyFault(fault, text), fault.id).not.toBe(text)
    }
  })
})
