/** The parts of `npm run bench`: one entry and one file each. */
import { benchLibraries } from './parts/libraries.ts'
import { benchOptions } from './parts/options.ts'
import { benchPrograms } from './parts/programs.ts'
import { benchPublished } from './parts/published.ts'
import { benchReports } from './parts/reports.ts'
import { benchStarts } from './parts/starts.ts'
import { benchSuite } from './parts/suite.ts'
import type { Repeats, Row } from './series.ts'

export interface Bench extends Repeats {
  /** A scratch folder. */
  readonly out: string
  /** The commit that the suite is compared with. */
  readonly against: string
  /** Arguments of `pe run` that choose the missions, `--missions IDS`; empty for all. */
  readonly missions: readonly string[]
}

export interface Part {
  readonly name: string
  /** Said before it begins. */
  readonly about: string
  readonly run: (bench: Bench) => Promise<Row[]>
}

export const PARTS: readonly Part[] = [
  { name: 'starts', about: 'start of the program', run: benchStarts },
  { name: 'reports', about: 'reports of synthetic runs of 100, 1,000 and 10,000 trials', run: benchReports },
  {
    name: 'suite',
    about:
      'the canonical solutions against an earlier commit, against the same actions without the harness, and against empty pages',
    run: benchSuite,
  },
  { name: 'published', about: 'the published benchmark against an earlier commit', run: benchPublished },
  { name: 'libraries', about: 'hidden tests of published libraries against pytest alone', run: benchLibraries },
  { name: 'options', about: 'evidence, sandboxes and concurrencies, on a sample of the missions', run: benchOptions },
  { name: 'programs', about: 'benchmarks with figures of their own: scorers, points, agents', run: benchPrograms },
]
