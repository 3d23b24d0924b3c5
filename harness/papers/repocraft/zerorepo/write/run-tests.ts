/** Runs the test of a unit in a room, which has no network. */
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import * as z from 'zod'
import type { AgentContext, Running, TextFile } from '../../../../contracts/types.ts'
import { sha256, digestOfFiles } from '../../../../lib/files/digest.ts'
import { howItEnded } from '../../../../lib/processes/exit.ts'

export interface Tested {
  readonly passed: number
  /** At least one if something failed; none if the test has no check. */
  readonly of: number
  /** The end of what the tests printed, without paths of this machine. */
  readonly log: string
}

/** The folder of tests in a room. A plan cannot have it, and no project contains it. */
export const TEST_FOLDER = '.unit-test'
/** Milliseconds of one test file; one that takes longer waits for something that does not come. */
const TIME = 60_000
const OUTPUT_LIMIT = 256 * 1024
/** Characters that are kept of a log. */
const LONGEST_LOG = 6000

/** Rooms of all trials together: tests need processors, unlike calls to models. */
const rooms = pLimit(availableParallelism())

const testedSchema = z.strictObject({
  passed: z.int().nonnegative(),
  of: z.int().nonnegative(),
  log: z.string(),
})

/** The test file of a unit; undefined if units of this kind of file cannot be tested. */
export function testFileOf(path: string): string | undefined {
  if (path.endsWith('.py')) return `${TEST_FOLDER}/test_unit.py`
  return /\.[cm]?js$/.test(path) ? `${TEST_FOLDER}/unit.test.mjs` : undefined
}

/**
 * The result is recorded with the trial: tests may have another log each time, and a resumed trial must ask the same questions.
 * @param files The files of the project so far
 */
export async function runTests(
  files: readonly TextFile[],
  test: TextFile,
  context: Pick<AgentContext, 'openRoom' | 'recorded' | 'signal'>,
): Promise<Tested> {
  const all = [...files.filter(({ path }) => !path.startsWith(`${TEST_FOLDER}/`)), test]
  const digest = digestOfFiles(all)
  const text = await context.recorded(`unit test ${digest}`, () =>
    rooms(async () => JSON.stringify(await inRoom(all, test.path, digest, context))),
  )
  return testedSchema.parse(JSON.parse(text))
}

async function inRoom(
  files: readonly TextFile[],
  path: string,
  digest: string,
  context: Pick<AgentContext, 'openRoom' | 'signal'>,
): Promise<Tested> {
  context.signal.throwIfAborted()
  await using room = await context.openRoom({ hosts: [], shows: [], files })
  const mark = `${sha256(`result of ${digest}`).slice(0, 16)} `
  const isPython = path.endsWith('.py')
  const argv = isPython
    ? ['python3', '-I', '-S', '-B', '-c', PYTHON_TESTS, path, mark]
    : ['node', '--test-reporter=tap', path]
  const running = await room.spawn({ argv, stdin: 'none', outputLimit: OUTPUT_LIMIT })
  const ended = await endOf(running, context.signal)
  const printed = `${running.stdout.text()}\n${running.stderr.text()}`
  const result = isPython ? pythonResult(printed, mark, ended) : nodeResult(printed, ended)
  return { ...result, log: shortened(result.log.replaceAll(`${room.folder}/`, '')) }
}

/** @returns how the tests ended; undefined if by themselves, with exit code 0 */
async function endOf(running: Running, signal: AbortSignal): Promise<string | undefined> {
  const timer = setTimeout(() => void running.end(`time limit ${String(TIME / 1000)} s`), TIME)
  const stop = () => void running.end('the run was stopped')
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const exit = await running.exit
    signal.throwIfAborted()
    return exit.code === 0 && exit.cause === undefined ? undefined : howItEnded(exit)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** Code that ends the process before its tests have ended passes none of them. */
function pythonResult(printed: string, mark: string, ended: string | undefined): Tested {
  const line = printed.split('\n').findLast((each) => each.startsWith(mark))
  const told = testedSchema.safeParse(line === undefined ? undefined : jsonOf(line.slice(mark.length)))
  if (!told.success || ended !== undefined)
    return {
      passed: 0,
      of: 1,
      log: `the tests did not come to their end: ${ended ?? 'they printed no result'}\n${printed}`,
    }
  return told.data
}

function nodeResult(printed: string, ended: string | undefined): Tested {
  const count = (name: string) => Number(new RegExp(`^# ${name} (\\d{1,6})$`, 'm').exec(printed)?.[1] ?? 0)
  const [of, passed] = [count('tests'), count('pass')]
  if (ended === undefined) return { passed, of, log: printed }
  return { passed: Math.min(passed, Math.max(0, of - 1)), of: Math.max(1, of), log: `${ended}\n${printed}` }
}

/** The end says most, and the beginning where it started. */
function shortened(text: string): string {
  if (text.length <= LONGEST_LOG) return text.trim()
  return `${text.slice(0, LONGEST_LOG / 4)}\n…\n${text.slice((-LONGEST_LOG * 3) / 4)}`.trim()
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// ---- test program --------------------------------------------------------------------------------------------------

/**
 * Runs a test file of Python and prints its result as JSON in a line that begins with the mark. Tests are functions whose names begin with
 * `test`, and test cases of unittest. It uses nothing but the standard library.
 */
const PYTHON_TESTS = `
import importlib.util, inspect, io, json, os, sys, traceback, unittest
path, mark = sys.argv[1], sys.argv[2]
root = os.getcwd()
sys.path[:0] = [folder for folder in (root, os.path.join(root, 'src')) if os.path.isdir(folder)]
out = sys.__stdout__
def tell(passed, of, log):
    out.write('\\n' + mark + json.dumps({'passed': passed, 'of': of, 'log': log}) + '\\n')
    out.flush()
try:
    spec = importlib.util.spec_from_file_location('unit_under_test_tests', path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    for name, value in list(vars(module).items()):
        if name.startswith('test') and inspect.isfunction(value) and value.__module__ == module.__name__:
            suite.addTest(unittest.FunctionTestCase(value, description=name))
except BaseException:
    tell(0, 1, traceback.format_exc())
    sys.exit(0)
told = io.StringIO()
result = unittest.TextTestRunner(stream=told, verbosity=2, failfast=False).run(suite)
bad = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
tell(max(0, result.testsRun - bad - len(result.skipped)), result.testsRun - len(result.skipped), told.getvalue())
`
