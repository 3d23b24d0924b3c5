/** All papers, for the entries of the program: nothing else imports them. */
import type { Paper, PaperTools } from '../contracts/paper.ts'
import { codeprojecteval } from './codeprojecteval/index.ts'
import { greenfield } from './greenfield/index.ts'
import { projdevbench } from './projdevbench/index.ts'
import { projecteval } from './projecteval/index.ts'
import { repocraft } from './repocraft/index.ts'

/** A new paper is one folder and one line. One that needs a part of the core is a function of it. */
const PAPERS: readonly (Paper | ((tools: PaperTools) => Paper))[] = [
  projecteval, //
  projdevbench,
  codeprojecteval,
  repocraft,
  greenfield,
]

export function allPapers(tools: PaperTools): readonly Paper[] {
  return PAPERS.map((paper) => (typeof paper === 'function' ? paper(tools) : paper))
}
