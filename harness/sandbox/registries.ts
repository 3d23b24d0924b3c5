import net from 'node:net'
import { execa } from 'execa'
import { messageOf } from '../errors.ts'

export interface Registries {
  /** The same for each package client alone. */
  readonly hostsOf: Readonly<Record<PackageClient, ReadonlySet<string>>>
  /** Hosts that package clients must reach; with a port where it is not the usual one. */
  readonly hosts: ReadonlySet<string>
  /** What package clients need of this machine's set-up; nothing that holds a secret. */
  readonly environment: Readonly<Record<string, string>>
}

const DEFAULT_NPM = 'https://registry.npmjs.org/'
const DEFAULT_PIP = 'https://pypi.org/simple'
/** Where the Python index keeps the files that it lists. */
const PIP_FILES = 'files.pythonhosted.org'

/** Who installs packages. */
export type PackageClient = 'npm' | 'pip'

/** The registries that this machine's package clients use. Asking npm costs 0.3 s, so it is asked only before installing. */
export async function registries(): Promise<Registries> {
  const npm = variable('npm_config_registry') ?? (await npmSetting('registry')) ?? DEFAULT_NPM
  const pip = variable('PIP_INDEX_URL') ?? DEFAULT_PIP
  const hostsOf = { npm: new Set([hostOf(npm)]), pip: new Set([hostOf(pip), PIP_FILES]) }
  return {
    hosts: new Set([...hostsOf.npm, ...hostsOf.pip]),
    hostsOf,
    environment: { npm_config_registry: npm, PIP_INDEX_URL: pip, PIP_ONLY_BINARY: ':all:', ...certificates() },
  }
}

/**
 * The registry hosts of a package client that this machine does not reach now, asked for by the harness itself; undefined if
 * it reaches all of them.
 */
export async function registryProblem(client: PackageClient): Promise<string | undefined> {
  return unreachableHosts((await registries()).hostsOf[client])
}

const CONNECT_DEADLINE = 5000

/** Those of some hosts to which no connection can be made now, with the reason; undefined where all can be reached. */
export async function unreachableHosts(hosts: ReadonlySet<string>): Promise<string | undefined> {
  const problems = await Promise.all([...hosts].map(connectionProblem))
  const found = problems.filter((problem) => problem !== undefined)
  return found.length === 0 ? undefined : found.join(', ')
}

async function connectionProblem(target: string): Promise<string | undefined> {
  const [host = '', port = '443'] = target.split(':')
  const socket = net.connect({ host, port: Number(port), timeout: CONNECT_DEADLINE })
  try {
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
      socket.once('timeout', () => {
        reject(new Error('no answer'))
      })
    })
    return undefined
  } catch (error) {
    return `${target} (${(error as NodeJS.ErrnoException).code ?? messageOf(error)})`
  } finally {
    socket.destroy()
  }
}

/** One that is set to nothing says nothing. */
function variable(name: string): string | undefined {
  const value = process.env[name]
  return value === '' ? undefined : value
}

function hostOf(address: string): string {
  return new URL(address).host
}

async function npmSetting(name: string): Promise<string | undefined> {
  const result = await execa('npm', ['config', 'get', name], { reject: false, timeout: 10_000 })
  const value = result.stdout.trim()
  return !result.failed && URL.canParse(value) ? value : undefined
}

/** Companies have certificates of their own. */
function certificates(): Record<string, string> {
  const names = [
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
    'PIP_CERT',
    'REQUESTS_CA_BUNDLE',
    'npm_config_cafile',
  ]
  const entries = names.flatMap((name): [string, string][] => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}
