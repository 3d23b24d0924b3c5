/** The manager writes the contract, and the architect audits it once. */
import { AgentFault } from '../../../errors.ts'
import type { ReadEdit } from '../../../agents/output/contract.ts'
import { answerReader } from '../../../agents/output/read.ts'
import { record } from '../../../agents/framework/rounds.ts'
import type { Setting } from '../../../agents/framework/setting.ts'
import { contractText } from './contract-text.ts'
import { ContractDocument } from './document.ts'
import { structureProblems } from './structure.ts'

const LONGEST_FEEDBACK = 8000

/** @throws AgentFault if no contract with a file can be read */
export async function planContract(setting: Setting): Promise<ContractDocument> {
  const document = new ContractDocument()
  const written = await setting.ask('contract', 'contract', {}, readEdits)
  noteRefused(setting, 'manager', document.edit('manager', written))
  report(setting, document, 1)
  await auditContract(setting, document)
  document.complete('completion')
  if (document.contract.api.length === 0) throw new AgentFault('the contract names no file', 'unreadable')
  return document
}

async function auditContract(setting: Setting, document: ContractDocument): Promise<void> {
  const problems = structureProblems(document.contract)
  const values = { contract: contractText(document.contract), problems: problemsText(problems) }
  try {
    const edits = await setting.ask('audit of the contract', 'audit-contract', values, readEdits)
    noteRefused(setting, 'architect', document.edit('architect', edits))
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    setting.context.note(`audit of the contract: ${error.message}`)
  }
  report(setting, document, 2)
}

function report(setting: Setting, { contract }: ContractDocument, round: number): void {
  const problems = structureProblems(contract)
  record(setting, {
    ...{ stage: 'contract', round, accepted: problems.length === 0, files: contract.api.map(({ path }) => path) },
    ...(problems.length === 0 ? {} : { feedback: problems.join('\n').slice(0, LONGEST_FEEDBACK) }),
  })
}

function readEdits(text: string): Promise<readonly ReadEdit[]> {
  return answerReader.read('contractEdits', text)
}

export function problemsText(problems: readonly string[]): string {
  return problems.length === 0 ? '(none)' : problems.map((problem) => `- ${problem}`).join('\n')
}

export function noteRefused({ context }: Setting, by: string, refused: number): void {
  if (refused > 0) context.note(`contract: it is full; ${String(refused)} statements of ${by} were left out`)
}
