import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { projDevBenchmark } from '../../../harness/papers/projdevbench/benchmark.ts'
import type { Judgement, Mission, SessionSetup, SourceTarget, Suite } from '../../../harness/contracts/types.ts'
import { Cleanup } from '../../../harness/lib/async/cleanup.ts'
import { readFolder } from '../../../harness/lib/files/read-folder.ts'
import { scratchFolder } from '../../../harness/lib/files/scratch.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { judge } from '../../../harness/testers/judge.ts'

export interface JudgedPoint extends Judgement {
  readonly id: string
}

export interface JudgingOptions {
  /** Judges only these points; all by default. */
  readonly only?: (id: string) => boolean
  /** `judging` by default. */
  readonly seed?: string
  readonly onPoint?: (point: JudgedPoint) => void
}

/** Judges a folder by the execution suites of a published problem, with the tester and the sandbox of any run. */
export async function judgeFolder(
  dataset: string,
  id: string,
  folder: string,
  options: JudgingOptions = {},
): Promise<JudgedPoint[]> {
  const benchmark = projDevBenchmark(dataset)
  const mission = await benchmark.mission(id)
  const points: JudgedPoint[] = []
  for (const suite of mission.suites.filter(({ tester }) => tester === 'judge'))
    points.push(...(await judgeSuite(mission, suite, await benchmark.testcodes(mission, suite), folder, options)))
  return points
}

export async function judgeSuite(
  mission: Mission,
  suite: Suite,
  testcodes: unknown,
  folder: string,
  { only = () => true, seed = 'judging', onPoint = () => undefined }: JudgingOptions = {},
): Promise<JudgedPoint[]> {
  await using stack = new Cleanup()
  const scratch = stack.use(await scratchFolder('judging'))
  const name = (await chooseSandbox()).name
  const sandbox = stack.use(await openSandbox(name, scratch.path, { browser: false }))
  const files = await readFolder(folder, { files: 5000, bytes: 64 * 1024 * 1024, except: ['.git'] })
  const workspace: SourceTarget['workspace'] = {
    folder,
    files,
    launch: undefined,
    digest: '',
    async copy(to) {
      for (const { path: file, content } of files) {
        await mkdir(path.dirname(path.join(to, file)), { recursive: true })
        await writeFile(path.join(to, file), content)
      }
    },
  }
  const target = { kind: 'source', workspace, sandbox, built: false, log: () => '' } as unknown as SourceTarget
  const signal = new AbortController().signal
  const setup = { mission, suite, testcodes, seed, scratch: scratch.path, signal } as unknown as SessionSetup
  const session = stack.use(await judge.open(target, setup))
  const points: JudgedPoint[] = []
  for (const testcode of suite.testcodes) {
    if (mission.withheld?.[testcode.id] !== undefined || !only(testcode.id)) continue
    const point = { id: testcode.id, ...(await session.judge(testcode, {})) }
    points.push(point)
    onPoint(point)
  }
  return points
}

export function isPassed({ status }: Judgement): boolean {
  return status === 'passed'
}
