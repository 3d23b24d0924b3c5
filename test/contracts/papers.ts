import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Finding } from '../../harness/contracts/paper.ts'
import { root } from '../helpers.ts'
import type { PartName } from '../needs.ts'
import type { Subject } from './subject.ts'

/** The part of a paper in the contract suites, from `test/papers/NAME/contract.ts`. */
export interface PaperContract {
  /** By the name of a tester. */
  readonly subjects?: Readonly<Record<string, Subject>>
  /** How a benchmark is opened, by its name with its argument. */
  readonly benchmarks?: Readonly<Record<string, PaperBenchmark>>
  /** What `pe doctor` says about its benchmarks. */
  readonly findings?: () => Promise<readonly Finding[]>
}

interface PaperBenchmark {
  readonly spec: () => Promise<string>
  readonly needs?: readonly PartName[]
  /** False if it was published without solutions. */
  readonly solved?: false
}

const FOLDER = path.join(root, 'test', 'papers')

export async function paperContracts(): Promise<readonly PaperContract[]> {
  const files = readdirSync(FOLDER).map((name) => path.join(FOLDER, name, 'contract.ts'))
  const loaded = files.filter((file) => existsSync(file)).map((file) => import(pathToFileURL(file).href))
  return ((await Promise.all(loaded)) as { readonly contract: PaperContract }[]).map(({ contract }) => contract)
}
