import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AgentFault, PeError, UsageError, messageOf } from '../errors.ts'
import { sha256 } from '../lib/files/digest.ts'
import { isFolder } from '../lib/files/own-file.ts'
import { loadModule, placeInFile } from '../lib/files/load-module.ts'
import { withoutSecrets } from '../lib/models/redact.ts'
import type { Agent, AgentContext, Project } from '../contracts/types.ts'
import { answersSchema, type Answers } from '../contracts/schema.ts'
import type { AgentSetup } from './setup.ts'
import * as z from 'zod'

/** Passed to an agent factory. */
export interface AdapterSetup {
  /** From `--agent-option name=value`. */
  readonly options: Readonly<Record<string, string>>
  /** Ids of the missions of the run. */
  readonly missions: readonly string[]
}
/** A function that a user's file may export as default instead of an agent. */
export type AgentFactory = (setup: AdapterSetup) => Agent | Promise<Agent>

/** Whether the value of `--agent` is a file path, not an agent name. */
export function isAdapterFile(spec: string): boolean {
  return /^(\.{1,2}[\\/]|[\\/]|[A-Za-z]:[\\/])/.test(spec) || /\.[cm]?[jt]s$/.test(spec)
}

/** @throws UsageError for a folder: projects in it are probably meant */
export function requireFile(spec: string): void {
  if (isFolder(spec))
    throw new UsageError(
      `--agent ${spec} is a folder, not a file of an agent: folder:${spec} judges the projects in it`,
    )
  if (!existsSync(spec))
    throw new UsageError(`--agent ${spec}: there is no such file; pe new agent NAME writes a first agent`)
  if (!/\.[cm]?[jt]s$/.test(spec))
    throw new UsageError(`--agent ${spec}: an agent is a file that ends in .ts, .mts, .js or .mjs`)
}

/**
 * Loads an agent from a user's file.
 * @throws UsageError naming the file, and the line if its code fails
 */
export async function adapterAgent(spec: string, { options, missions }: Omit<AgentSetup, 'argument'>): Promise<Agent> {
  requireFile(spec)
  const file = path.resolve(spec)
  const content = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`cannot read the agent file ${file}: ${messageOf(error)}`)
  })
  const agent = await createAgent((await loadModule(file)).default, { options, missions }, file)
  const problem = problemOf(agent)
  if (problem !== undefined) throw new UsageError(`${file}: the default export ${problem}`)
  const own = agent as Agent
  checkConfiguration(own, file)
  return {
    name: spec,
    // A key is not part of an agent's identity; to resume a run, the user passes it again.
    configuration: {
      ...{ kind: 'adapter', name: own.name, file: sha256(content), options: withoutSecrets(options) },
      ...own.configuration,
    },
    ...(own.estimate === undefined ? {} : { estimate: own.estimate.bind(own) }),
    generate: async (brief, context) =>
      checkedProject(
        await guarded(file, context, () => own.generate(brief, withChecks(context, file))),
        `${file}: generate() did not return a project`,
      ),
    answer: async (questions, project, context) => {
      const answers = await guarded(file, context, () => own.answer(questions, project, context))
      const result = answersSchema.safeParse(answers)
      if (result.success) return result.data
      throw new AgentFault(`${file}: answer() did not return an object of testcode → parameter → value`, 'crashed')
    },
  }
}

async function createAgent(exported: unknown, setup: AdapterSetup, file: string): Promise<unknown> {
  if (typeof exported !== 'function') return exported
  try {
    return await (exported as AgentFactory)(setup)
  } catch (error) {
    throw new UsageError(`${placeInFile(error, file)}: ${messageOf(error)}`, { cause: error })
  }
}

/** @throws UsageError if the configuration cannot be stored: it records what ran */
function checkConfiguration({ configuration }: Agent, file: string): void {
  try {
    JSON.stringify(configuration)
  } catch (error) {
    throw new UsageError(`${file}: the agent's configuration cannot be written as JSON: ${messageOf(error)}`)
  }
}

function problemOf(agent: unknown): string | undefined {
  if (typeof agent !== 'object' || agent === null) return 'is neither an agent nor a function that returns one'
  const fields = agent as Readonly<Record<string, unknown>>
  const missing = ['generate', 'answer'].find((name) => typeof fields[name] !== 'function')
  return missing === undefined ? undefined : `is not an agent: it has no function "${missing}"`
}

/** Turns an error into the agent's fault, unless the harness caused it: by stopping the run, or inside a harness call. */
async function guarded<T>(file: string, { signal }: AgentContext, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof PeError || signal.aborted) throw error
    throw new AgentFault(`${placeInFile(error, file)}: ${messageOf(error)}`, 'crashed', { cause: error })
  }
}

/** Validates the projects and answers that a user's code passes to `check` and `submit`, like the ones that it returns. */
function withChecks(context: AgentContext, file: string): AgentContext {
  const checked = (project: unknown, call: string) =>
    checkedProject(project, `${file}: ${call}() was not given a project`)
  return {
    ...context,
    check: async (project, answers) => context.check(checked(project, 'check'), checkedAnswers(answers, file, 'check')),
    submit: async (project, answers, suite) =>
      context.submit(checked(project, 'submit'), checkedAnswers(answers, file, 'submit'), suite),
  }
}

function checkedAnswers(answers: unknown, file: string, call: string): Answers {
  const result = answersSchema.safeParse(answers ?? {})
  if (result.success) return result.data
  throw new AgentFault(`${file}: ${call}() was not given an object of testcode → parameter → value`, 'crashed')
}

/** @param problem The message if the value is not a project */
function checkedProject(value: unknown, problem: string): Project {
  const result = producedProjectSchema.safeParse(value)
  if (result.success) return value as Project
  const issue = result.error.issues[0]
  const field = issue?.path.map(String).join('.') ?? ''
  throw new AgentFault(`${problem}: ${field}: ${issue?.message ?? ''}`, 'crashed')
}

// ---- produced ------------------------------------------------------------------------------------------------------

/** The files of a project from a user's agent. Paths and launch plan are checked later, as for every agent. */
const producedProjectSchema = z.object({
  files: z.array(z.object({ path: z.string(), content: z.union([z.string(), z.instanceof(Uint8Array)]) })),
})
