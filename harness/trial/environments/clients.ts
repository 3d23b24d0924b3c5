/** The programs that make a virtual environment and install packages into it. */
import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { isExecutableFile } from '../../lib/browser/places.ts'
import { ENVIRONMENT } from '../../lib/python/environments.ts'

/** Commands that run beside the folder of the environment. */
export interface EnvironmentClient {
  readonly name: 'pip' | 'uv'
  /** Files that the sandbox has to show. */
  readonly shows: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** @param python The interpreter that the environment is of */
  create(python: string): readonly string[]
  /** Only wheels: installing one runs no code of its package. */
  install(requirements: readonly string[]): readonly string[]
}

const INTERPRETER = path.posix.join(ENVIRONMENT, 'bin', 'python')

const pip: EnvironmentClient = {
  name: 'pip',
  shows: [],
  env: {},
  create: (python) => [python, '-I', '-m', 'venv', ENVIRONMENT],
  install: (requirements) => [
    ...[INTERPRETER, '-I', '-m', 'pip', 'install', '--only-binary=:all:', '--no-input', '--retries=0'],
    ...['--disable-pip-version-check', '--no-cache-dir', '--', ...requirements],
  ],
}

function uvAt(program: string): EnvironmentClient {
  return {
    name: 'uv',
    shows: [program],
    // Without these it looks for other interpreters, links files into its cache, and reads settings of folders above.
    env: { UV_PYTHON_DOWNLOADS: 'never', UV_NO_CACHE: '1', UV_LINK_MODE: 'copy', UV_NO_CONFIG: '1', ...indexOfPip() },
    create: (python) => [program, 'venv', '--python', python, ENVIRONMENT],
    install: (requirements) => [
      ...[program, 'pip', 'install', '--python', INTERPRETER, '--only-binary=:all:', '--', ...requirements],
    ],
  }
}

/** The sandbox lets package clients reach the index of pip. */
function indexOfPip(): Record<string, string> {
  const { PIP_INDEX_URL: index = '' } = process.env
  return index === '' ? {} : { UV_INDEX_URL: index }
}

/** uv if it is on PATH: it is faster. Else the `venv` and `pip` of the interpreter. */
export async function environmentClient(searchPath = process.env['PATH'] ?? ''): Promise<EnvironmentClient> {
  for (const folder of searchPath.split(path.delimiter).filter((each) => path.isAbsolute(each))) {
    const uv = path.join(folder, 'uv')
    if (await isExecutableFile(uv)) return uvAt(await realpath(uv))
  }
  return pip
}
