/** The work on one file: a worker writes it, and a critic reads it. */
import type { ContractFile } from '../../../contracts/schema.ts'
import { AgentFault } from '../../../errors.ts'
import type { ReadEdit } from '../../../agents/output/contract.ts'
import { answerReader } from '../../../agents/output/read.ts'
import type { Verification } from '../../../agents/output/verification.ts'
import { filesText } from '../../../agents/protocol/describe.ts'
import type { Setting } from '../../../agents/framework/setting.ts'
import { fileText } from './contract-text.ts'
import { problemsText } from './plan.ts'
import { MOST_ATTEMPTS, type Task } from './tasks.ts'

/** The file of an answer that holds edits of the contract. */
const EDITS = '.contract/edits.json'

export interface Written {
  readonly task: Task
  readonly content?: string
  readonly edits: readonly ReadEdit[]
  /** Why there is no content. */
  readonly problem?: string
}

/** @param contract Its text at the start of the layer, which all workers of the layer get */
export async function writeFile(
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
export async function verifyFile(setting: Setting, task: Task, contract: string): Promise<Verification | undefined> {
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
