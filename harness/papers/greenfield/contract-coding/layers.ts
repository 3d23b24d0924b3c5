/** Carries out the tasks of a contract in layers: written in parallel, merged, audited, read by critics. */
import { circleText } from '../../../agents/framework/circles.ts'
import { inParallel } from '../../../agents/framework/parallel.ts'
import { record } from '../../../agents/framework/rounds.ts'
import type { Setting } from '../../../agents/framework/setting.ts'
import { auditFiles, weightOf } from './audit.ts'
import { contractText, fileText } from './contract-text.ts'
import type { ContractDocument } from './document.ts'
import { noteRefused, problemsText } from './plan.ts'
import { Tasks, type Task, MOST_ATTEMPTS } from './tasks.ts'
import type { ContractFile } from '../../../contracts/schema.ts'
import { AgentFault } from '../../../errors.ts'
import type { ReadEdit } from '../../../agents/output/contract.ts'
import { answerReader } from '../../../agents/output/read.ts'
import type { Verification } from '../../../agents/output/verification.ts'
import { filesText } from '../../../agents/protocol/describe.ts'

/** Layers beside those that the dependencies need: corrections. */
const CORRECTIONS = 4
const LONGEST_FEEDBACK = 8000

/** @returns the tasks with the best version of each file */
export async function carryOut(setting: Setting, document: ContractDocument): Promise<Tasks> {
  const tasks = new Tasks()
  tasks.follow(document.contract)
  for (const circle of tasks.circles)
    setting.context.note(`contract: the circle ${circleText(circle)} is opened at its last step`)
  let layer = 0
  while (layer < tasks.depth + CORRECTIONS) {
    const ready = tasks.ready()
    if (ready.length === 0) break
    layer += 1
    await carryOutLayer(setting, document, tasks, { layer, ready })
  }
  noteLeft(setting, tasks, layer)
  return tasks
}

interface Layer {
  readonly layer: number
  readonly ready: readonly Task[]
}

async function carryOutLayer(
  setting: Setting,
  document: ContractDocument,
  tasks: Tasks,
  { layer, ready }: Layer,
): Promise<void> {
  const statuses = new Map(tasks.all.map((task) => [task, task.status]))
  const entries = new Map(document.contract.api.map((entry) => [entry.path, entry]))
  const start = document.cells
  const text = contractText(document.contract, tasks.standings(document))
  const written = await inParallel(ready, (task) => writeFile(setting, task, entries.get(task.file), text))
  const { refused, conflicts } = document.merge(
    `layer ${String(layer)}`,
    written.map(({ task, edits }) => ({ file: task.file, edits })),
  )
  document.complete('completion')
  noteRefused(setting, `layer ${String(layer)}`, refused)
  for (const conflict of conflicts) setting.context.note(`contract: ${conflict}`)
  tasks.follow(document.contract)
  await keepBest(setting, document, tasks, written)
  await auditAll(document, tasks)
  tasks.rereadAfter(document.changedSince(start))
  await criticise(setting, document, tasks)
  for (const task of tasks.all)
    if (ready.includes(task) || statuses.get(task) !== task.status)
      task.history.push({ layer, status: task.status, problems: task.problems })
  report(setting, layer, ready)
}

/** Takes over what was written, unless the version before has fewer problems. */
async function keepBest(
  { context }: Setting,
  { contract }: ContractDocument,
  tasks: Tasks,
  written: readonly Written[],
): Promise<void> {
  const before = tasks.files()
  const after = new Map(before)
  for (const { task, content } of written) if (content !== undefined) after.set(task.file, content)
  const [old, now] = [await auditFiles(contract.api, before), await auditFiles(contract.api, after)]
  const weightIn = (found: typeof old, { file }: Task) => weightOf(found.get(file) ?? [])
  for (const { task, content, problem } of written) {
    task.attempts += 1
    task.failure = problem
    if (content === undefined || content === task.content) continue
    if (task.content !== undefined && weightIn(now, task) > weightIn(old, task))
      context.note(`write: ${task.file}: the version before is kept, because it has fewer problems`)
    else task.replace(content)
  }
}

/** The auditor reads every file in every layer: the contract may have changed for those that were verified. */
async function auditAll({ contract }: ContractDocument, tasks: Tasks): Promise<void> {
  const found = await auditFiles(contract.api, tasks.files())
  for (const task of tasks.all) if (task.attempts > 0) task.findings = found.get(task.file) ?? []
}

/** Critics read all files that are done and that they have not read yet. */
async function criticise(setting: Setting, document: ContractDocument, tasks: Tasks): Promise<void> {
  const text = contractText(document.contract)
  const done = tasks.all.filter(({ status }) => status === 'DONE')
  await inParallel(done, async (task) => {
    const opinion = await verifyFile(setting, task, text)
    task.unread = false
    if (opinion?.verified === false)
      task.refusals = opinion.problems.length === 0 ? ['the critic refuses it without a reason'] : opinion.problems
  })
}

function report(setting: Setting, layer: number, ready: readonly Task[]): void {
  const problems = ready.flatMap(({ file, problems: own }) => own.map((problem) => `${file}: ${problem}`))
  record(setting, {
    ...{ stage: 'layer', round: layer, accepted: ready.every(({ status }) => status === 'VERIFIED') },
    ...(problems.length === 0 ? {} : { feedback: problems.join('\n').slice(0, LONGEST_FEEDBACK) }),
    files: ready.map(({ file }) => file),
  })
}

function noteLeft({ context }: Setting, tasks: Tasks, layer: number): void {
  const left = tasks.all.filter(({ status }) => status !== 'VERIFIED').map(({ file }) => file)
  if (left.length === 0) return
  context.note(`layer ${String(layer)} was the last one; not verified: ${left.join(', ')}`)
}

// ---- work ----------------------------------------------------------------------------------------------------------

// The work on one file: a worker writes it, and a critic reads it.

/** The file of an answer that holds edits of the contract. */
const EDITS = '.contract/edits.json'

interface Written {
  readonly task: Task
  readonly content?: string
  readonly edits: readonly ReadEdit[]
  /** Why there is no content. */
  readonly problem?: string
}

/** @param contract Its text at the start of the layer, which all workers of the layer get */
async function writeFile(
  setting: Setting,
  task: Task,
  entry: ContractFile | undefined,
  contract: string,
): Promise<Written> {
  const { file, content, problems, attempts } = task
  const purpose = `write: ${file}`
  const values = {
    path: file,
    owner: entry?.owner === undefined || entry.owner === '' ? 'engineer' : entry.owner,
    contract,
    task: entry ? fileText(entry).trim() : file,
    attempt: `${String(attempts + 1)} of ${String(MOST_ATTEMPTS)}`,
    earlier: content === undefined ? '' : `The file as it is:\n\n${filesText([{ path: file, content }])}`,
    problems: attempts === 0 ? '' : `What is wrong with it:\n\n${problemsText(problems)}`,
    edits: EDITS,
  }
  try {
    const files = await setting.askForFiles(purpose, 'write-file', values)
    const proposed = files.find(({ path }) => path === EDITS)
    const edits = proposed ? await editsIn(setting, purpose, proposed.content) : []
    const others = files.filter(({ path }) => path !== EDITS)
    const found = others.find(({ path }) => path === file) ?? (others.length === 1 ? others[0] : undefined)
    if (others.some((each) => each !== found))
      setting.context.note(`${purpose}: the answer has files of other tasks, which are left out`)
    if (!found) return { task, edits, problem: `the answer does not have the file ${file}` }
    return { task, edits, content: found.content }
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    setting.context.note(`${purpose}: ${error.message}`)
    return { task, edits: [], problem: `the answer could not be used: ${error.message}` }
  }
}

async function editsIn(setting: Setting, purpose: string, text: string): Promise<readonly ReadEdit[]> {
  try {
    return await answerReader.read('contractEdits', text)
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    setting.context.note(`${purpose}: the edits of the contract are left out: ${error.message}`)
    return []
  }
}

/** The critic's opinion of a file. An opinion that cannot be read is no reason to write the file again. */
async function verifyFile(setting: Setting, task: Task, contract: string): Promise<Verification | undefined> {
  const { file, content = '' } = task
  const purpose = `verify: ${file}`
  const values = { path: file, contract, content: filesText([{ path: file, content }]) }
  try {
    return await setting.ask(purpose, 'verify-file', values, (text) => answerReader.read('verification', text))
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    setting.context.note(`${purpose}: the critic is not understood: ${error.message}`)
    return undefined
  }
}
