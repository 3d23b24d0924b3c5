import type { Architecture, PlannedFile } from '../../../contracts/schema.ts'
import type { TextFile } from '../../../contracts/types.ts'
import { AgentFault } from '../../../errors.ts'
import { answerReader } from '../../../agents/output/read.ts'
import { filesText } from '../../../agents/protocol/describe.ts'
import { compileProblems } from '../../../agents/framework/compile.ts'
import { differenceOf } from '../../../agents/framework/difference.ts'
import type { Setting } from '../../../agents/framework/setting.ts'
import { readJudgementOf, runStage } from '../../../agents/framework/stage.ts'

/** Rounds of each stage; the published agent has as many. */
const ROUNDS = 3

/** Files of a project: each is written by a call to the model. */
const MOST_FILES = 400

/** @throws AgentFault, after which the stage tries again */
function checkCount(what: string, count: number): void {
  if (count > MOST_FILES)
    throw new AgentFault(
      `the ${what} has ${String(count)} files, and at most ${String(MOST_FILES)} are allowed: combine small files`,
      'unreadable',
    )
}

/** @returns undefined if the model never gave a usable tree */
export function planArchitecture(setting: Setting): Promise<Architecture | undefined> {
  return runStage<Architecture>(
    {
      name: 'architecture',
      rounds: ROUNDS,
      make: async (earlier) => {
        const read = (text: string) => answerReader.read('architecture', text)
        const made = await setting.ask('architecture', 'architecture', { earlier }, read)
        checkCount('architecture', plannedFiles(made).length)
        return made
      },
      textOf: architectureText,
      filesOf: (made) => plannedFiles(made).map(({ path }) => path),
      difference: (before, after) => differenceOf([asFile(before)], [asFile(after)]),
      problemOf: () => Promise.resolve(undefined),
      judge: (made) =>
        setting.ask(
          'judge architecture',
          'judge-architecture',
          { architecture: architectureText(made) },
          readJudgementOf,
        ),
    },
    setting,
  )
}

/** @returns undefined if the model never gave files */
export function writeSkeleton(setting: Setting, architecture: Architecture): Promise<readonly TextFile[] | undefined> {
  const plan = architectureText(architecture)
  return runStage<readonly TextFile[]>(
    {
      name: 'skeleton',
      rounds: ROUNDS,
      make: async (earlier) => {
        const made = await setting.askForFiles('skeleton', 'skeleton', { architecture: plan, earlier })
        checkCount('skeleton', made.length)
        return made
      },
      textOf: filesText,
      filesOf: (made) => made.map(({ path }) => path),
      difference: differenceOf,
      problemOf: async (made) => {
        const problems = await compileProblems(made, setting.context)
        return problems === undefined ? undefined : `It does not compile:\n${problems}`
      },
      judge: (made) =>
        setting.ask(
          'judge skeleton',
          'judge-skeleton',
          { architecture: plan, project: filesText(made) },
          readJudgementOf,
        ),
    },
    setting,
  )
}

export function architectureText(architecture: Architecture): string {
  return JSON.stringify(architecture, null, 1)
}

export function plannedFiles({ modules }: Architecture): readonly PlannedFile[] {
  return modules.flatMap(({ files }) => files)
}

function asFile(architecture: Architecture): TextFile {
  return { path: 'architecture.json', content: architectureText(architecture) }
}
