/** The parts of `npm run bench`: one entry and one file each. */
import { benchAgainstCommit } from './parts/commit.ts'
import { benchConcurrency } from './parts/concurrency.ts'
import { benchFailing } from './parts/failing.ts'
import { benchFloor } from './parts/floor.ts'
import { benchPrograms } from './parts/programs.ts'
import { benchReports } from './parts/reports.ts'
import { benchSandbox } from './parts/sandbox.ts'
import { benchStarts } from './parts/starts.ts'
import type { Repeats, Row } from './series.ts'

export interface Bench extends Repeats {
  /** A scratch folder. */
  readonly out: string
  /** The commit that the suite is compared with. */
  readonly against: string
  /** Arguments of `pe run` that choose the missions; none for all. */
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
    name: 'failing',
    about: 'an agent whose every website is an empty page, against the canonical one',
    run: benchFailing,
  },
  { name: 'floor', about: 'the suite against the same actions without the harness', run: benchFloor },
  { name: 'commit', about: 'the suite and the published benchmark against an earlier commit', run: benchAgainstCommit },
  { name: 'sandbox', about: 'the suite with and without the sandbox', run: benchSandbox },
  { name: 'concurrency', about: 'the suite at several concurrencies', run: benchConcurrency },
  { name: 'programs', about: 'benchmarks with figures of their own: scorers, points, agents', run: benchPrograms },
]
