import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Analysis } from '../../../harness/scorers/codebleu/analysis.ts'
import { assign } from '../../../harness/scorers/assignment.ts'
import { comparePublished } from '../../../harness/scorers/codebleu/codebleu.ts'
import { roundPublished } from '../../../harness/scorers/rounding.ts'
import { analyse, codebleu } from './tools.ts'
import { needs, publishedFolder } from '../../needs.ts'

/** The published scores were computed with this version of the grammar. */
const REFERENCE = 'k4black@b0edb622+py-tree-sitter0.23.2+grammar0.23.6'

interface Pairs {
  readonly pairs: readonly { readonly name: string; readonly candidate: string; readonly reference: string }[]
  readonly golden: Readonly<
    Record<string, { results_hashseed0: Readonly<Record<string, Readonly<Record<string, number>>>> }>
  >
}

interface Matrices {
  readonly answer_file: string
  readonly sum: number
  readonly missions: Readonly<Record<string, MissionMatrices>>
}
type Table = readonly (readonly number[])[]
interface MissionMatrices {
  readonly matrix: Table
  readonly ngram: Table
  readonly weighted: Table
  readonly syntax: Table
  readonly dataflow: Table
}
type Files = Readonly<Record<string, readonly { readonly code: string }[]>>

function readPublished(...parts: string[]): unknown {
  return JSON.parse(readFileSync(path.join(publishedFolder('projecteval'), ...parts), 'utf8'))
}

/** Values of the reference implementation, beside the published benchmark. */
function readGolden(name: string): unknown {
  return readPublished('..', 'golden', name)
}

describe('CodeBLEU of the reference implementation', await needs('data: projecteval'), () => {
  it('agrees in every component of every pair', async () => {
    const { pairs, golden } = readGolden('codebleu-pairs.json') as Pairs
    const expected = golden[REFERENCE]?.results_hashseed0
    expect(pairs).toHaveLength(12)
    for (const { name, candidate, reference } of pairs) {
      const { value, components } = await codebleu(candidate, reference)
      const { codebleu: sum, ...parts } = expected?.[name] ?? {}
      expect(value, name).toBeCloseTo(sum ?? NaN, 6)
      expect(components.ngram, name).toBeCloseTo(parts['ngram_match_score'] ?? NaN, 6)
      expect(components.weighted, name).toBeCloseTo(parts['weighted_ngram_match_score'] ?? NaN, 6)
      expect(components.syntax, name).toBeCloseTo(parts['syntax_match_score'] ?? NaN, 6)
      expect(components.dataflow, name).toBeCloseTo(parts['dataflow_match_score'] ?? NaN, 6)
    }
  })

  it.each([
    ['gpt-4o', 1917, 0.0011],
    ['gpt-5', 2229, 0.0018],
  ])('agrees in every cell of %s whose files parse without an error, %i of them', async (model, cells, mean) => {
    const golden = readGolden(`codebleu-${model}-direct-level1.json`) as Matrices
    const produced = readPublished(golden.answer_file) as Files
    const canonical = readPublished('dataset', 'project_eval_answer.json') as Files
    const off: string[] = []
    const differences: number[] = []
    let [clean, sum] = [0, 0]
    for (const [id, tables] of Object.entries(golden.missions)) {
      const [mine, theirs] = [await analyseAll(produced[id]), await analyseAll(canonical[id])]
      const values = mine.flatMap((a, row) =>
        theirs.map((b, column) => {
          const { value, components } = comparePublished(a, b)
          const found = { matrix: value, ...components }
          const away = (name: keyof MissionMatrices) =>
            Math.abs((found[name] ?? NaN) - (tables[name][row]?.[column] ?? NaN))
          differences.push(away('matrix'))
          // The golden values have six decimals. The n-gram components do not depend on the parser.
          const exact = [...NAMES.slice(0, 2), ...(a.hasErrors || b.hasErrors ? [] : NAMES.slice(2))]
          if (!a.hasErrors && !b.hasErrors) clean += 1
          if (!exact.every((name) => away(name) <= 1.01e-6)) off.push(`${id} ${row} ${column}`)
          return value
        }),
      )
      const matrix = { rows: mine.length, columns: theirs.length, values: Float64Array.from(values) }
      sum += roundPublished(assign(matrix, 'greatest').total / theirs.length)
    }
    expect(off).toEqual([])
    expect(clean).toBe(cells)
    expect(differences.reduce((total, each) => total + each, 0) / differences.length).toBeLessThan(mean)
    expect(Math.abs(sum - golden.sum)).toBeLessThanOrEqual(0.02)
  })
})

const NAMES = ['ngram', 'weighted', 'syntax', 'dataflow', 'matrix'] as const

async function analyseAll(files: Files[string] = []): Promise<Analysis[]> {
  const analyses: Analysis[] = []
  for (const { code } of files) analyses.push(await analyse(code))
  return analyses
}
