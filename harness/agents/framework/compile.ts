import type { AgentContext, TextFile } from '../../contracts/types.ts'
import { HarnessFault } from '../../errors.ts'
import { digestOfFiles } from '../../lib/files/digest.ts'
import { howItEnded } from '../../lib/processes/exit.ts'

const OUTPUT_LIMIT = 64 * 1024
/** Characters of all problems together. */
const LONGEST = 4000
/** Milliseconds for all files of one language: they take seconds, and ten times as long on a busy machine. */
const TIME = 300_000

/** Parses every file and runs none of them. */
const PYTHON = `
import sys
for name in sys.argv[1:]:
    try:
        compile(open(name, 'rb').read(), name, 'exec', dont_inherit=True)
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        line = getattr(error, 'lineno', None)
        print(f'{name}:{line}: {type(error).__name__}: {getattr(error, "msg", error)}')
`
/** Node exits with 1 if a file does not parse. */
const NODE = `
for name; do
  told=$(node --check "$name" 2>&1)
  code=$?
  case $code in
    0) ;;
    1) printf '%s\\n' "$told" | head -n 5 ;;
    *) printf '%s\\n' "$told" >&2; exit $code ;;
  esac
done`

/**
 * Compiles the files of Python and JavaScript in a room of their own.
 * @returns The problems as text; undefined if there are none
 * @throws HarnessFault if a compiler is missing or crashes, which says nothing about the files
 */
export async function compileProblems(
  files: readonly TextFile[],
  context: Pick<AgentContext, 'openRoom' | 'signal'>,
): Promise<string | undefined> {
  const python = named(files, /\.py$/)
  const node = named(files, /\.[cm]?js$/)
  if (python.length + node.length === 0) return undefined
  const digest = digestOfFiles(files)
  const known = results.get(digest)
  if (known !== undefined) return known.problems
  const { problems, ended } = await compiled({ files, python, node }, context)
  // A compiler that reached a limit may only have been slow.
  if (!ended) return problems
  if (results.size >= MOST_RESULTS) results.clear()
  results.set(digest, { problems })
  return problems
}

/** By the digest of the files: several samples often begin alike. */
const results = new Map<string, { readonly problems: string | undefined }>()
const MOST_RESULTS = 500

interface Sources {
  readonly files: readonly TextFile[]
  /** Paths of the files of each language. */
  readonly python: readonly string[]
  readonly node: readonly string[]
}

interface Compiled {
  readonly problems: string | undefined
  /** Whether all compilers came to their end. */
  readonly ended: boolean
}

async function compiled(
  { files, python, node }: Sources,
  context: Pick<AgentContext, 'openRoom' | 'signal'>,
): Promise<Compiled> {
  await using room = await context.openRoom({ hosts: [], shows: [], files })
  let ended = true
  const run = async (argv: readonly string[]): Promise<string> => {
    const running = await room.spawn({ argv, stdin: 'none', outputLimit: OUTPUT_LIMIT })
    const timer = setTimeout(() => void running.end(`time limit ${String(TIME / 1000)} s`), TIME)
    const stop = () => void running.end('the run was stopped')
    context.signal.addEventListener('abort', stop, { once: true })
    if (context.signal.aborted) stop()
    try {
      const exit = await running.exit
      context.signal.throwIfAborted()
      if (exit.cause === undefined && exit.code !== 0)
        throw new HarnessFault(
          `the files of an agent could not be compiled: ${argv[0] ?? ''} ${howItEnded(exit)}: ${running.stderr.text().slice(0, 300)}`,
        )
      ended &&= exit.cause === undefined
      return exit.cause === undefined ? running.stdout.text() : `the compiler did not end: ${exit.cause}\n`
    } finally {
      clearTimeout(timer)
      context.signal.removeEventListener('abort', stop)
    }
  }
  const problems = [
    ...(python.length === 0 ? [] : [await run(['python3', '-I', '-S', '-c', PYTHON, ...python])]),
    ...(node.length === 0 ? [] : [await run(['sh', '-c', NODE, 'sh', ...node])]),
  ].join('')
  // The folder of the room has another name each time, and a resumed run must send the same prompt.
  const text = problems.replaceAll(`${room.folder}/`, '').trim()
  return { problems: text === '' ? undefined : text.slice(0, LONGEST), ended }
}

function named(files: readonly TextFile[], ending: RegExp): string[] {
  return files.map(({ path }) => path).filter((path) => ending.test(path) && !path.startsWith('-'))
}
