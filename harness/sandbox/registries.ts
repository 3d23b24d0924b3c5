import net from 'node:net'
import { homedir } from 'node:os'
import { execa } from 'execa'
import { messageOf } from '../errors.ts'

export interface Registries {
  /** Hosts that each package client must reach. */
  readonly hostsOf: Readonly<Record<PackageClient, ReadonlySet<string>>>
  /** Hosts of all package clients, with the port if it is not the default one. */
  readonly hosts: ReadonlySet<string>
  /** Environment variables that package clients need. None of them holds a secret. */
  readonly environment: Readonly<Record<string, string>>
}

const DEFAULT_NPM = 'https://registry.npmjs.org/'
const DEFAULT_PIP = 'https://pypi.org/simple'
/** The host of the files that the Python index lists. */
const PIP_FILES = 'files.pythonhosted.org'

export type PackageClient = 'npm' | 'pip'

/** The registries that this machine's package clients use. The first call may run npm, so call this only before installing. */
export async function registries(): Promise<Registries> {
  const npm = variable('npm_config_registry') ?? (await npmRegistry()) ?? DEFAULT_NPM
  const pip = variable('PIP_INDEX_URL') ?? DEFAULT_PIP
  const hostsOf = { npm: new Set([hostOf(npm)]), pip: new Set([hostOf(pip), PIP_FILES]) }
  return {
    hosts: new Set([...hostsOf.npm, ...hostsOf.pip]),
    hostsOf,
    environment: { npm_config_registry: npm, PIP_INDEX_URL: pip, PIP_ONLY_BINARY: ':all:', ...certificates() },
  }
}

/**
 * The registry hosts of a package client that the harness itself cannot connect to now; undefined if it can connect to all of
 * them.
 */
export async function registryProblem(client: PackageClient): Promise<string | undefined> {
  return unreachableHosts((await registries()).hostsOf[client])
}

const CONNECT_DEADLINE = 5000

/** The hosts that cannot be connected to now, each with the reason; undefined if all can be. */
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
        reject(new Error(`no answer within ${String(CONNECT_DEADLINE / 1000)} s`))
      })
    })
    return undefined
  } catch (error) {
    return `${target} (${(error as NodeJS.ErrnoException).code ?? messageOf(error)})`
  } finally {
    socket.destroy()
  }
}

/** An empty variable counts as unset. */
function variable(name: string): string | undefined {
  const value = process.env[name]
  return value === '' ? undefined : value
}

function hostOf(address: string): string {
  return new URL(address).host
}

/** Answers of npm, whose start takes 0.3 s, by the home folder: a run installs for many trials. */
const known = new Map<string, Promise<string | undefined>>()

async function npmRegistry(): Promise<string | undefined> {
  const home = homedir()
  const setting = known.get(home) ?? npmSetting('registry')
  known.set(home, setting)
  const registry = await setting
  // It did not answer: the machine may be busy.
  if (registry === undefined) known.delete(home)
  return registry
}

async function npmSetting(name: string): Promise<string | undefined> {
  const result = await execa('npm', ['config', 'get', name], { reject: false, timeout: 10_000 })
  const value = result.stdout.trim()
  return !result.failed && URL.canParse(value) ? value : undefined
}

/** Settings for the certificates of company networks. */
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
