/** The agent ProjectGen (published with CodeProjectEval): architecture, skeleton, code, each made and judged in rounds. */
import type { Brief, AgentRound, Architecture } from '../../../contracts/schema.ts'
import type { MethodSettings } from '../../../contracts/paper.ts'
import type { Agent, Artefacts, Project, Sizes, TextFile } from '../../../contracts/types.ts'
import { AgentFault } from '../../../errors.ts'
import { launchOf } from '../../../agents/framework/launch.ts'
import { methodAgent, type Step } from '../../../agents/framework/method-agent.ts'
import { type Setting, uselessReason } from '../../../agents/framework/setting.ts'
import { planArchitecture, writeSkeleton, plannedFiles } from './plan.ts'
import type { Finding } from '../../../agents/output/diagnosis.ts'
import { answerReader } from '../../../agents/output/read.ts'
import { filesText } from '../../../agents/protocol/describe.ts'
import { differenceOf } from '../../../agents/framework/difference.ts'
import { inImportOrder, importsOf } from '../../../agents/framework/imports.ts'
import { Memory, memoryText } from '../../../agents/framework/memory.ts'
import { finishedText } from '../../../agents/framework/signatures.ts'
import { record } from '../../../agents/framework/rounds.ts'
import { tryOut, type Tried } from './try-out.ts'

export function projectgenAgent(settings: MethodSettings): Agent {
  return methodAgent({ name: 'projectgen', prompts: 'papers/codeprojecteval/prompts', steps, generate }, settings)
}

async function generate(setting: Setting): Promise<Project> {
  const architecture = await planArchitecture(setting)
  if (!architecture) throw new AgentFault('the model never gave an architecture that can be read', 'unreadable')
  const skeleton = (await writeSkeleton(setting, architecture)) ?? []
  const files = await writeCode(setting, architecture, skeleton)
  if (files.every(({ content }) => content.trim() === ''))
    throw new AgentFault('the model never gave the content of a file', 'unreadable')
  const artefacts: Artefacts = { architecture, skeleton, rounds: setting.rounds }
  return { files, ...(await launchOf(setting, files)), artefacts }
}

/** Files of a project of average size. */
const FILES = 10
/** Rounds of corrections, with files each, that a project of average quality needs. */
const CORRECTIONS = 2
const CORRECTED = 3
/** Characters of a judgement or a diagnosis. */
const OPINION = 1500

/** Architecture and skeleton with one judgement each, every file once, two rounds of corrections. */
function steps(brief: Brief, { code, skeleton, questions }: Sizes): Step[] {
  const input = JSON.stringify(brief).length
  const planned = Math.max(skeleton, code / 3)
  const file = code / FILES
  return [
    { input, output: planned },
    { input: input + planned, output: OPINION },
    { input: input + planned, output: planned },
    { input: input + 2 * planned, output: OPINION },
    ...Array.from({ length: FILES }, (_, done) => ({ input: input + planned / FILES + done * file, output: file })),
    ...Array.from({ length: CORRECTIONS }, () => [
      { input: input + code, output: OPINION },
      ...Array.from({ length: CORRECTED }, () => ({ input: input + code, output: file })),
    ]).flat(),
    ...(questions > 0 ? [{ input: code + questions, output: questions }] : []),
  ]
}

// ---- code ----------------------------------------------------------------------------------------------------------

// The code: written file by file, tried, diagnosed and corrected for a bounded number of rounds.

/** Rounds, the first of which writes the code; more for large projects. */
const ROUNDS = 5
const ROUNDS_OF_LARGE = 10
/** Files; a project of more is large. */
const LARGE = 15
/** Characters of the project in a diagnosis. */
const DIAGNOSED = 120_000

interface Version {
  readonly files: readonly TextFile[]
  readonly tried: Tried
}

/** @returns the best version: the one that passes most visible tests, or has the best score */
async function writeCode(
  setting: Setting,
  architecture: Architecture,
  skeleton: readonly TextFile[],
): Promise<readonly TextFile[]> {
  const files = await firstVersion(setting, architecture, skeleton)
  const memory = new Memory()
  const rounds = files.length > LARGE ? ROUNDS_OF_LARGE : ROUNDS
  let best: Version = { files, tried: await tryOut(files, setting) }
  report(
    setting,
    1,
    best.tried,
    files.map(({ path }) => path),
  )
  for (let round = 2; round <= rounds && !best.tried.isDone && best.tried.feedback !== undefined; round += 1) {
    const next = await nextVersion(setting, best, memory)
    if (next === undefined) break
    report(setting, round, next.tried, next.changed)
    const outcome = compared(next.tried, best.tried)
    const difference = differenceOf(best.files, next.files)
    memory.add({ feedback: next.feedback, difference, outcome })
    // A version that is worse is undone; one that is as good may be a step on the way.
    if (outcome !== 'worse') best = next
  }
  return best.files
}

function report(setting: Setting, round: number, tried: Tried, files: readonly string[]): void {
  const { isDone, score, checks, problem, feedback } = tried
  const entry: AgentRound = {
    ...{ stage: 'code', round, accepted: isDone, files: [...files] },
    ...(score === undefined ? {} : { score }),
    ...(checks === undefined ? {} : { checks }),
    ...(problem === undefined ? {} : { problem: problem.slice(0, 4000) }),
    ...(feedback === undefined || problem !== undefined ? {} : { feedback: feedback.slice(0, 4000) }),
  }
  record(setting, entry)
}

function compared(next: Tried, before: Tried): 'better' | 'same' | 'worse' {
  if (next.value === before.value) return 'same'
  return next.value > before.value ? 'better' : 'worse'
}

/** Writes each file after those that it imports. A file that the model does not give stays as it is in the skeleton. */
async function firstVersion(
  setting: Setting,
  architecture: Architecture,
  skeleton: readonly TextFile[],
): Promise<readonly TextFile[]> {
  const plans = new Map(plannedFiles(architecture).map((file) => [file.path, file]))
  const missing = [...plans.keys()].filter((path) => !skeleton.some((file) => file.path === path))
  const all = inImportOrder([...skeleton, ...missing.map((path) => ({ path, content: '' }))])
  const paths = new Set(all.map(({ path }) => path))
  const finished: TextFile[] = []
  for (const file of all) {
    const values = {
      path: file.path,
      plan: JSON.stringify(plans.get(file.path) ?? {}, null, 1),
      skeleton: file.content,
      finished: finishedText(finished, importsOf(file, paths)),
    }
    const content = await oneFile(setting, `code: ${file.path}`, 'file', values, file.path)
    finished.push({ path: file.path, content: content ?? file.content })
  }
  return finished
}

/** The content of the file that was asked for; undefined if the answer cannot be used. */
async function oneFile(
  setting: Setting,
  purpose: string,
  template: string,
  values: Readonly<Record<string, string>>,
  path: string,
): Promise<string | undefined> {
  try {
    const files = await setting.askForFiles(purpose, template, values)
    const [only, ...others] = files
    const found = files.find((file) => file.path === path) ?? (others.length === 0 ? only : undefined)
    if (!found) setting.context.note(`${purpose}: the answer has other files, but not this one`)
    return found?.content
  } catch (error) {
    setting.context.note(`${purpose}: ${uselessReason(error)}`)
    return undefined
  }
}

interface NextVersion extends Version {
  readonly changed: readonly string[]
  readonly feedback: string
}

/** @returns undefined if nothing was changed, or if the model failed: what there is, is kept */
async function nextVersion(setting: Setting, before: Version, memory: Memory): Promise<NextVersion | undefined> {
  try {
    const results = before.tried.feedback ?? ''
    const findings = await diagnosed(setting, before, results, memory)
    const files = await corrected(setting, before.files, findings, memory)
    const changed = files.filter((file) => !before.files.includes(file)).map(({ path }) => path)
    if (changed.length === 0) {
      setting.context.note('code: the model changed nothing')
      return undefined
    }
    return { files, changed, feedback: findingsText(findings), tried: await tryOut(files, setting) }
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    setting.context.note(`code: the project before is kept: ${error.message}`)
    return undefined
  }
}

function diagnosed(setting: Setting, { files }: Version, results: string, memory: Memory): Promise<readonly Finding[]> {
  const values = {
    project: finishedText(files, [], DIAGNOSED),
    results,
    memory: memoryText(memory.similarTo(results)),
  }
  return setting.ask('diagnosis', 'diagnose', values, (text) => answerReader.read('diagnosis', text))
}

/** Corrects the files that the findings name, each after those that it imports; a file that is not there yet is written. */
async function corrected(
  setting: Setting,
  files: readonly TextFile[],
  findings: readonly Finding[],
  memory: Memory,
): Promise<readonly TextFile[]> {
  const named = new Set(findings.flatMap((finding) => finding.files))
  const added = [...named].filter((path) => !files.some((file) => file.path === path))
  let now = inImportOrder([...files, ...added.map((path) => ({ path, content: '' }))])
  const paths = new Set(now.map(({ path }) => path))
  for (const file of now) {
    if (!named.has(file.path)) continue
    const own = findings.filter((finding) => finding.files.includes(file.path))
    const others = now.filter(({ path }) => path !== file.path)
    const values = {
      path: file.path,
      findings: findingsText(own),
      memory: memoryText(memory.similarTo(findingsText(own))),
      finished: finishedText(others, importsOf(file, paths)),
      content: filesText([file]),
    }
    const content = await oneFile(setting, `correction: ${file.path}`, 'repair-file', values, file.path)
    if (content === undefined || content === file.content) continue
    now = now.map((each) => (each.path === file.path ? { path: file.path, content } : each))
  }
  // A new file that the model did not write is not kept.
  return now.filter(({ path, content }) => content !== '' || !added.includes(path))
}

function findingsText(findings: readonly Finding[]): string {
  return findings.map(({ cause, files, fix }) => `- ${cause} (${files.join(', ')}): ${fix}`).join('\n')
}
