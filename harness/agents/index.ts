import path from 'node:path'
import { UsageError } from '../errors.ts'
import type { MethodEntry, Paper } from '../contracts/paper.ts'
import type { Agent } from '../contracts/types.ts'
import { presets, servers } from '../lib/models/presets.ts'
import { adapterAgent, isAdapterFile, requireFile } from './adapter.ts'
import { always200Agent } from './baselines/always-200.ts'
import { echoAgent } from './baselines/echo.ts'
import { emptyPageAgent } from './baselines/empty-page.ts'
import { libraryBaseline } from './baselines/library.ts'
import { parametersOnlyAgent } from './baselines/parameters-only.ts'
import { skeletonAgent } from './baselines/skeleton.ts'
import { windowBaseline } from './baselines/window.ts'
import { canonicalAgent } from './canonical.ts'
import { commandAgent } from './command.ts'
import { toolAndModel } from './command/settings.ts'
import { directAgent } from './direct.ts'
import { tools } from './command/tools.ts'
import { faultyAgent } from './faulty.ts'
import { folderAgent } from './folder.ts'
import { agentOfModel, modelOfMethod, modelSettings, serverAgent } from './models.ts'
import { nullAgent } from './null.ts'
import { VARIANTS, facadeCheat } from './redteam/cheats.ts'
import { replayerAgent } from './redteam/replayer.ts'
import { replayAgent } from './replay.ts'
import { otherNames } from '../lib/wording/nearest.ts'
import type { AgentEntry, AgentSetup } from './setup.ts'

const server = (name: keyof typeof servers) =>
  ({ about: servers[name].about, argument: 'MODEL', options: true, create: serverAgent(name) }) as const

/** Missions with a prompt or a checklist and questions: agents without logic build a page or a program for them. */
const DESCRIBED = ['website', 'console', 'batch', 'source'] as const

const cheat = (name: keyof typeof VARIANTS, about: string) =>
  ({ about: `cheat: ${about}`, argument: '[VARIANT]', kinds: ['website'], create: facadeCheat(name) }) as const

/** An agent that calls a model in a way of its own. */
function methodEntry(name: string, { about, create }: MethodEntry): AgentEntry {
  return {
    about,
    argument: '[MODEL]',
    options: true,
    create: (setup: AgentSetup) => {
      const { model, settings } = modelOfMethod(name, setup)
      const { format = 'files', repairs = setup.repairs } = settings
      return create({ name: withArgument(name, setup.argument || undefined), model, format, repairs })
    },
  }
}

/** The agents that come with papers, by name: those that read published answers, and methods. */
export function agentsOf(papers: readonly Paper[]): Readonly<Record<string, AgentEntry>> {
  return Object.fromEntries(
    papers.flatMap(({ benchmarks, methods = {} }) => [
      ...Object.values(benchmarks).flatMap(({ agents: own = {} }) => Object.entries(own)),
      ...Object.entries(methods).map(([name, method]) => [name, methodEntry(name, method)] as const),
    ]),
  )
}

/** The built-in agents; a new one is one new file and one line here. */
export const agents = {
  canonical: { about: 'our own solutions: must score 100%', create: canonicalAgent },
  faulty: {
    about: 'our own solutions, each with one written fault: must lose points',
    argument: '[FAULT]',
    create: faultyAgent,
  },
  null: { about: 'an empty project and empty answers: must score 0%', create: nullAgent },
  folder: {
    about: 'judges DIR/<mission>/{project/**, launch.json, answers.json}',
    argument: 'DIR',
    check: folderAgent,
    create: folderAgent,
  },
  replay: {
    about: 'what an agent gave in an earlier run (RUN#AGENT of several)',
    argument: 'RUN',
    create: replayAgent,
  },
  skeleton: { about: 'the level 3 skeleton with the canonical answers', kinds: DESCRIBED, create: skeletonAgent },
  'always-200': { about: 'answers everything, says nothing', kinds: DESCRIBED, create: always200Agent },
  echo: { about: 'says all that the checklist says, does nothing', kinds: DESCRIBED, create: echoAgent },
  'empty-page': { about: 'the canonical answers to an empty page', kinds: DESCRIBED, create: emptyPageAgent },
  'parameters-only': { about: 'the canonical answers to an empty file', kinds: DESCRIBED, create: parametersOnlyAgent },
  'blank-window': {
    about: 'a game whose window shows nothing',
    kinds: ['desktop'],
    create: windowBaseline('blank-window'),
  },
  'still-picture': {
    about: 'a game whose window always shows its start',
    kinds: ['desktop'],
    create: windowBaseline('still-picture'),
  },
  noise: { about: 'a game whose window shows noise', kinds: ['desktop'], create: windowBaseline('noise') },
  flicker: {
    about: 'a game whose picture jumps at each key and click',
    kinds: ['desktop'],
    create: windowBaseline('flicker'),
  },
  'empty-files': {
    about: 'a library whose modules are empty',
    kinds: ['library'],
    create: libraryBaseline('empty-files'),
  },
  stubs: { about: 'a library whose functions return None', kinds: ['library'], create: libraryBaseline('stubs') },
  mocks: { about: 'a library in which every name is a mock', kinds: ['library'], create: libraryBaseline('mocks') },
  cycler: cheat('cycler', 'shows one candidate after the other'),
  listener: cheat('listener', 'changes what it shows whenever it hears that somebody looks'),
  'every-number': cheat('every-number', 'shows all plausible values at once'),
  unseen: cheat('unseen', 'shows candidates that nobody can see'),
  crasher: cheat('crasher', 'crashes when a testcode is about to fail'),
  replayer: {
    about: 'cheat: answers with the recorded pages of our own solutions',
    argument: '[VARIANT]',
    kinds: ['website'],
    create: replayerAgent,
  },
  openai: server('openai'),
  anthropic: server('anthropic'),
  gemini: server('gemini'),
  openrouter: server('openrouter'),
  ollama: server('ollama'),
  vllm: server('vllm'),
  lmstudio: server('lmstudio'),
  direct: methodEntry('direct', {
    about: 'a model that is called once for the whole project',
    create: (settings) => Promise.resolve(directAgent(settings)),
  }),
  command: {
    about: `a command-line tool: ${Object.keys(tools).join(', ')}, or one of pe.config.ts`,
    argument: 'TOOL',
    options: true,
    create: commandAgent,
  },
} as const satisfies Record<string, AgentEntry>

/**
 * Makes an agent from what was typed: a file, a name of `pe.config.ts`, a preset, `name` or `name:argument`.
 * @throws UsageError for an unknown name; the message lists the known ones
 */
export async function createAgent(spec: string, setup: Omit<AgentSetup, 'argument'>): Promise<Agent> {
  if (isAdapterFile(spec)) return adapterAgent(spec, setup)
  if (setup.config.commands.has(spec)) return commandAgent({ ...setup, argument: spec })
  const known = entryOf(nameOf(spec), setup.paperAgents) ? undefined : modelSettings(spec, setup.config)
  // A name from `pe.config.ts` overrides a built-in agent of the same name.
  const settings = setup.config.models.get(spec) ?? known
  return settings ? agentOfModel(spec, settings, setup) : builtIn(spec, setup)
}

/** The same agent for a process in another folder: the path of its file, or of its folder of solutions, is absolute. */
export function withAbsolutePath(spec: string): string {
  if (isAdapterFile(spec)) return path.resolve(spec)
  const prefix = 'folder:'
  return spec.startsWith(prefix) ? `${prefix}${path.resolve(spec.slice(prefix.length))}` : spec
}

function nameOf(spec: string): string {
  return spec.split(/[:[]/)[0] ?? ''
}

function builtIn(spec: string, setup: Omit<AgentSetup, 'argument'>): Agent | Promise<Agent> {
  const name = nameOf(spec)
  const argument = spec.slice(name.length + 1)
  const entry = entryOf(name, setup.paperAgents)
  if (!entry) {
    const names = [...setup.config.models.keys(), ...setup.config.commands.keys(), ...agentNames(setup.paperAgents)]
    const others = otherNames(name, names.map(nameOf), '`pe list agents` lists them, and ./FILE.ts is your own')
    throw new UsageError(`there is no agent "${spec}"${others}`)
  }
  if (entry.argument !== undefined && !isOptional(entry.argument) && argument === '')
    throw new UsageError(`agent "${name}" needs an argument: ${name}:${entry.argument}`)
  if (entry.argument === undefined && argument !== '')
    throw new UsageError(`agent "${name}" takes no argument, but was given "${argument}"`)
  return entry.create({ ...setup, argument })
}

/**
 * Checks agents before anything that takes minutes.
 * @param setup Its missions may be outlines
 * @throws UsageError if an agent cannot work on one of the missions
 */
export async function checkAgents(specs: readonly string[], setup: Omit<AgentSetup, 'argument'>): Promise<void> {
  // Otherwise the agent is made at once, which throws the same errors.
  const calibrates = setup.missions.some((id) => setup.mission(id).uncalibrated)
  if (calibrates) checkOptions(specs, setup)
  for (const spec of specs) {
    const name = nameOf(spec)
    if (isAdapterFile(spec)) requireFile(spec)
    if (isAdapterFile(spec) || setup.config.commands.has(spec) || setup.config.models.has(spec)) continue
    const entry = entryOf(name, setup.paperAgents)
    const wrong = setup.missions.find((id) => entry?.kinds?.includes(setup.mission(id).kind) === false)
    if (wrong !== undefined)
      throw new UsageError(
        `agent "${name}" works only on missions of kind ${entry?.kinds?.join(', ') ?? ''}, and "${wrong}" is of kind ` +
          `${setup.mission(wrong).kind}; pe list agents shows the kinds of each agent`,
      )
    const argument = spec.slice(name.length + 1)
    if (calibrates && argument !== '') await entry?.check?.({ ...setup, argument })
    if (calibrates && takesOptions(spec, setup)) await createAgent(spec, setup)
  }
}

function entryOf(name: string, others: Readonly<Record<string, AgentEntry>>): AgentEntry | undefined {
  if (Object.hasOwn(agents, name)) return agents[name as keyof typeof agents]
  return Object.hasOwn(others, name) ? others[name] : undefined
}

function isOptional(argument: string): boolean {
  return argument.startsWith('[')
}

/**
 * The agent's name with its model: `projectgen` with `--model M` is `projectgen:M`. Otherwise two models would be recorded, and
 * pooled, as one agent.
 * @throws UsageError if the name contains another model
 */
export function nameWithModel(
  spec: string,
  { config, paperAgents, options }: Pick<AgentSetup, 'config' | 'paperAgents' | 'options'>,
): string {
  const { model } = options
  if (model === undefined || model === '' || isAdapterFile(spec) || config.models.has(spec)) return spec
  if (config.commands.has(spec)) return `command:${spec}:${model}`
  const name = nameOf(spec)
  const argument = spec.slice(name.length + 1)
  if (name === 'command' && !argument.includes(':')) return `${spec}:${model}`
  if (name === 'command' && toolAndModel(argument).model === model) return spec
  if (name === 'command') throw new UsageError(`agent "${spec}" already names its model; omit --model ${model}`)
  const takes = entryOf(name, paperAgents)?.argument
  if (takes === '[MODEL]' && argument === '') return `${name}:${model}`
  if ((takes !== '[MODEL]' && takes !== 'MODEL') || argument === '' || argument === model) return spec
  throw new UsageError(`agent "${spec}" already names its model; omit --model ${model}, or write ${name}:MODEL`)
}

/**
 * Makes several agents. Options are passed to those that take any.
 * @param absolute Spec → the spec to make it from, if that is another one: a path of another machine's folder
 * @returns The agents by `specs`
 * @throws UsageError if there are options and no agent takes any
 */
export async function agentsFor(
  specs: readonly string[],
  setup: Omit<AgentSetup, 'argument'>,
  absolute: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, Agent>> {
  checkOptions(specs, setup)
  const made = await Promise.all(
    specs.map(async (spec) => [spec, await createAgent(absolute.get(spec) ?? spec, setup)] as const),
  )
  return new Map(made)
}

function checkOptions(specs: readonly string[], setup: Omit<AgentSetup, 'argument'>): void {
  const [option] = Object.keys(setup.options)
  if (option !== undefined && !specs.some((spec) => takesOptions(spec, setup)))
    throw new UsageError(`${typed(option)}: none of these agents takes options: ${specs.join(', ')}`)
}

/** The address and the model have flags of their own. */
function typed(option: string): string {
  if (option === 'baseURL') return '--base-url'
  return option === 'model' ? '--model' : `--agent-option ${option}`
}

function takesOptions(spec: string, { config, paperAgents }: Pick<AgentSetup, 'config' | 'paperAgents'>): boolean {
  if (config.models.has(spec) || config.commands.has(spec)) return true
  const entry = entryOf(nameOf(spec), paperAgents)
  return entry === undefined || entry.options === true
}

/** `folder:DIR`, or `cycler[:VARIANT]` if the argument can be left out. */
export function withArgument(name: string, argument: string | undefined): string {
  if (argument === undefined) return name
  return isOptional(argument) ? `${name}[:${argument.slice(1)}` : `${name}:${argument}`
}

/** The values of `--agent` that need no `pe.config.ts`, as help texts show them. */
export function agentNames(others: Readonly<Record<string, AgentEntry>> = {}): string[] {
  const builtIns = Object.entries<AgentEntry>({ ...agents, ...others }).map(([name, { argument }]) =>
    withArgument(name, argument),
  )
  return [...Object.keys(presets), ...builtIns, './FILE.ts']
}
