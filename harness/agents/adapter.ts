import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AgentFault, PeError, UsageError, messageOf } from '../errors.ts'
import { sha256 } from '../lib/files/digest.ts'
import { loadModule, placeInFile } from '../lib/files/load-module.ts'
import { withoutSecrets } from '../lib/models/redact.ts'
import type { Agent, AgentContext, Project } from '../contracts/types.ts'
import { answersSchema } from '../contracts/schema.ts'
import { producedProjectSchema } from './produced.ts'
import type { AgentSetup } from './setup.ts'

/** What a factory in a user's file is given. */
export interface AdapterSetup {
  /** From `--agent-option name=value`. */
  readonly options: Readonly<Record<string, string>>
  /** Ids of the missions of the run. */
  readonly missions: readonly string[]
}
/** What a user's file may export as default: an agent, or a function that makes one. */
export type AgentFactory = (setup: AdapterSetup) => Agent | Promise<Agent>

/** Whether what was typed names a file and not an agent. */
export function isAdapterFile(spec: string): boolean {
  return /^(\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/])/.test(spec) || /\.[cm]?[jt]s$/.test(spec)
}

/**
 * An agent out of a user's file.
 * @throws UsageError naming the file, with the line where it has a mistake
 */
export async function adapterAgent(spec: string, { options, missions }: Omit<AgentSetup, 'argument'>): Promise<Agent> {
  const file = path.resolve(spec)
  const content = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`there is no readable file ${file}: ${messageOf(error)}`)
  })
  const agent = await made((await loadModule(file)).default, { options, missions }, file)
  const problem = problemOf(agent)
  if (problem !== undefined) throw new UsageError(`${file}: the default export ${problem}`)
  const own = agent as Agent
  checkConfiguration(own, file)
  return {
    name: spec,
    // A key says nothing about what an agent is, and whoever resumes a run types it once more.
    configuration: { kind: 'adapter', file: sha256(content), options: withoutSecrets(options), ...own.configuration },
    ...(own.estimate === undefined ? {} : { estimate: own.estimate.bind(own) }),
    generate: async (brief, context) =>
      checkedProject(await guarded(file, context, () => own.generate(brief, context)), file),
    answer: async (questions, project, context) => {
      const answers = await guarded(file, context, () => own.answer(questions, project, context))
      const result = answersSchema.safeParse(answers)
      if (result.success) return result.data
      throw new AgentFault(`${file}: answer() gave no object of testcode → parameter → value`, 'crashed')
    },
  }
}

async function made(exported: unknown, setup: AdapterSetup, file: string): Promise<unknown> {
  if (typeof exported !== 'function') return exported
  try {
    return await (exported as AgentFactory)(setup)
  } catch (error) {
    throw new UsageError(`${placeInFile(error, file)}: ${messageOf(error)}`, { cause: error })
  }
}

/** @throws UsageError where it could not be written, so that nobody could say later what ran */
function checkConfiguration({ configuration }: Agent, file: string): void {
  try {
    JSON.stringify(configuration)
  } catch (error) {
    throw new UsageError(`${file}: the agent's configuration is no JSON: ${messageOf(error)}`)
  }
}

function problemOf(agent: unknown): string | undefined {
  if (typeof agent !== 'object' || agent === null) return 'is no agent, and no function that makes one'
  const fields = agent as Readonly<Record<string, unknown>>
  const missing = ['generate', 'answer'].find((name) => typeof fields[name] !== 'function')
  return missing === undefined ? undefined : `is no agent: it has no function "${missing}"`
}

/** What an agent throws is its own fault, unless the harness threw it into the agent: to stop it, or out of a call. */
async function guarded<T>(file: string, { signal }: AgentContext, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof PeError || signal.aborted) throw error
    throw new AgentFault(`${placeInFile(error, file)}: ${messageOf(error)}`, 'crashed', { cause: error })
  }
}

function checkedProject(value: unknown, file: string): Project {
  const result = producedProjectSchema.safeParse(value)
  if (result.success) return value as Project
  const issue = result.error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  throw new AgentFault(`${file}: generate() gave no project: ${field}: ${issue?.message ?? ''}`, 'crashed')
}
