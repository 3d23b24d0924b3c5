import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Doctor, DoctorRequest, Finding } from '../../contracts/paper.ts'
import { selectMissions } from '../../benchmarks/index.ts'
import { messageOf } from '../../errors.ts'
import type { Mission } from '../../contracts/types.ts'

/** Programs that the judge needs, and the cost of each missing one. */
const TOOLS = [
  { program: 'g++', cost: 'no problem in C++ can be judged' },
  { program: 'gcc', cost: 'problem 020 cannot be judged' },
  { program: 'cmake', cost: 'no repository with a CMakeLists.txt can be judged' },
  { program: 'make', cost: 'no repository with a Makefile can be judged' },
  { program: 'valgrind', cost: 'no point with a leak check can be judged' },
] as const

/** Reports the tools of the judge, and how many points of each problem can be judged. */
export const doctor: Doctor = { selects: true, check }

async function check(request: DoctorRequest): Promise<void> {
  for (const finding of await Promise.all(TOOLS.map(toolFinding))) request.tell(finding)
  for (const finding of await problemFindings(request)) request.tell(finding)
}

async function toolFinding({ program, cost }: (typeof TOOLS)[number]): Promise<Finding> {
  const base = { what: program, optional: true }
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 })
    return { ...base, ok: true, found: stdout.split('\n')[0] ?? '' }
  } catch (error) {
    const remedy = `${cost}; on Debian: apt-get install g++ cmake make valgrind`
    return { ...base, ok: false, found: messageOf(error).split('\n')[0] ?? '', remedy }
  }
}

async function problemFindings({ open, missions }: DoctorRequest): Promise<Finding[]> {
  try {
    return (await selectMissions(await open(), missions)).map(problemFinding)
  } catch (error) {
    const remedy = 'name the folder of the dataset: --benchmark projdevbench:DIR'
    return [{ what: 'Dataset', optional: false, ok: false, found: messageOf(error), remedy }]
  }
}

function problemFinding({ id, title, suites, withheld = {} }: Mission): Finding {
  const ids = suites.filter(({ tester }) => tester === 'judge')
  const points = ids.flatMap(({ testcodes }) => testcodes)
  const left = points.filter((point) => !Object.hasOwn(withheld, point.id))
  const reasons = [...new Set(Object.values(withheld).map(({ reason }) => reason))]
  const rules = suites.find(({ tester }) => tester === 'review')?.testcodes.length ?? 0
  const counts = `${String(left.length)} of ${String(points.length)} points, ${String(rules)} review items`
  return {
    what: id,
    optional: true,
    ok: left.length > 0,
    found: `${title}: ${[counts, ...reasons].join('; ')}`,
    ...(left.length > 0 ? {} : { remedy: 'only the code can be reviewed' }),
  }
}
