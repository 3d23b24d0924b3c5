import { defineCommand } from './flags/command.ts'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Argv } from 'yargs'
import { EXIT, type ExitCode } from '../contracts/exit-codes.ts'
import { UsageError, messageOf } from '../errors.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import { newMission, type Begun } from './new-mission.ts'

/** Parts of the harness that a user's file can replace or extend, each with its flag. */
const OWN_PARTS = {
  benchmark: { folder: 'benchmarks', use: 'pe run --agent canonical --benchmark ./FILE' },
  tester: { folder: 'testers', use: 'pe run … --tester ./FILE, with a benchmark whose suites name it' },
  launcher: { folder: 'launchers', use: 'pe run … --launcher ./FILE' },
  scorer: { folder: 'scorers', use: 'pe run … --scorer ./FILE' },
  reporter: { folder: 'reporters', use: 'pe run … --reporter terminal,./FILE' },
} as const
type OwnPart = keyof typeof OWN_PARTS
const KINDS = ['agent', 'mission', 'benchmark', 'tester', 'launcher', 'scorer', 'reporter'] as const
type Kind = (typeof KINDS)[number]

function newFlags(flags: Argv) {
  return flags
    .positional('what', { choices: KINDS, demandOption: true })
    .positional('name', { type: 'string', demandOption: true, describe: 'of what is begun' })
    .option('missions-dir', {
      type: 'string',
      describe: 'where missions/ and canonical/ are, or are to be; the current folder by default',
      default: '.',
      requiresArg: true,
    })
    .example('$0 new agent my-agent', 'writes my-agent.ts and my-agent.test.ts')
    .example('$0 new benchmark mine', 'writes mine.ts; tester, launcher, scorer and reporter do the same')
    .example('$0 new mission greeter', 'writes missions/greeter and canonical/greeter')
}

export interface NewOptions {
  readonly what: Kind
  readonly name: string
  /** For a mission: where missions/ and canonical/ are, or are to be. */
  readonly missionsDir: string
}

export const command = defineCommand({
  flags: newFlags,
  options: (args) => ({ what: args.what, name: args.name, missionsDir: args['missions-dir'] }),
  handler: newCommand,
})

/** `pe new KIND NAME`: one that works, to begin from. */
export async function newCommand({ what, name, missionsDir }: NewOptions): Promise<ExitCode> {
  const { files, hint } = await begin(what, name, missionsDir).catch(refuse)
  process.stdout.write(`${files.join('\n')}\n`)
  process.stderr.write(`${hint}\n`)
  return EXIT.done
}

/** @throws UsageError if the system would not write: the folder is somebody else's, full, or no folder */
function refuse(error: unknown): never {
  if (!(error instanceof Error && 'syscall' in error)) throw error
  throw new UsageError(`nothing can be written: ${messageOf(error)}`)
}

function begin(what: Kind, name: string, missionsDir: string): Promise<Begun> {
  if (what === 'agent') return newAgent(name)
  return what === 'mission' ? newMission(name, missionsDir) : newPart(what, name)
}

/** With a test. */
async function newAgent(name: string): Promise<Begun> {
  const files = await writeTemplates('agents', name, 'an agent', [
    ['agent.ts.txt', `${name}.ts`],
    ['agent.test.ts.txt', `${name}.test.ts`],
  ])
  return { files, hint: `try it: pe run --agent ./${name}.ts --missions hello, and npx tsx --test ${name}.test.ts` }
}

async function newPart(part: OwnPart, name: string): Promise<Begun> {
  const { folder, use } = OWN_PARTS[part]
  const files = await writeTemplates(folder, name, `a ${part}`, [[`${part}.ts.txt`, `${name}.ts`]])
  return { files, hint: `try it: ${use.replace('FILE', `${name}.ts`)}` }
}

/** @throws UsageError if the name cannot be one, or a file is there already */
async function writeTemplates(
  folder: string,
  name: string,
  what: string,
  files: readonly (readonly [template: string, file: string])[],
): Promise<string[]> {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new UsageError(`"${name}" cannot be the name of ${what}: use lower-case letters, digits and "-"`)
  const templates = path.join(packageRoot(import.meta.dirname), 'harness', folder, 'new')
  const taken = files.map(([, file]) => file).find((file) => existsSync(file))
  if (taken !== undefined) throw new UsageError(`${taken} is there already; choose another name, or remove it`)
  for (const [template, file] of files) {
    const text = await readFile(path.join(templates, template), 'utf8')
    await writeFile(file, text.replaceAll('NAME', name), { flag: 'wx' })
  }
  return files.map(([, file]) => file)
}
