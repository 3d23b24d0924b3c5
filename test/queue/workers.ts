/** Coordinators and workers as processes, which end with the test. */
import { once } from 'node:events'
import path from 'node:path'
import { execa } from 'execa'
import { root, until } from '../helpers.ts'

const BIN = path.join(root, 'harness', 'bin.ts')

export interface Started extends AsyncDisposable {
  readonly pid: number
  readonly stdout: () => string
  readonly stderr: () => string
  readonly exit: Promise<number | null>
  kill(signal: NodeJS.Signals): void
}

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Modules that are loaded first. */
  readonly imports?: readonly string[]
  /** The program; that of the sources by default. */
  readonly bin?: string
}

/** Starts `pe`. The compiled program starts faster, where a test has many processes. */
export function startPe(args: readonly string[], { env = {}, imports = [], bin = BIN }: StartOptions = {}): Started {
  const loaders = [...(bin.endsWith('.ts') ? ['tsx'] : []), ...imports].flatMap((name) => ['--import', name])
  const child = execa(process.execPath, [...loaders, bin, ...args], {
    env,
    cwd: root,
    reject: false,
    stdin: 'ignore',
    buffer: false,
    all: false,
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on('data', (part: Buffer) => out.push(part.toString()))
  child.stderr.on('data', (part: Buffer) => err.push(part.toString()))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  return {
    pid: child.pid ?? 0,
    stdout: () => out.join(''),
    stderr: () => err.join(''),
    exit,
    kill: (signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

export function startWorker(url: string, flags: readonly string[] = [], options: StartOptions = {}): Started {
  return startPe(['worker', '--redis', url, '--concurrency', '2', '--least-free', '1', ...flags], options)
}

export async function untilSays(process: Started, text: string, milliseconds = 60_000): Promise<void> {
  await until(() => process.stderr().includes(text), `"${text}" is said, not: ${process.stderr()}`, milliseconds)
}
