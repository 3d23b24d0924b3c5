import { UsageError } from '../errors.ts'
import { ownLauncher } from '../launchers/own.ts'
import type { RunRecord } from '../contracts/schema.ts'
import type { Paper } from '../contracts/paper.ts'
import type { Launcher, Scorer, TesterEntry } from '../contracts/types.ts'
import { ownScorer } from '../scorers/own.ts'
import { ownTester } from '../testers/own.ts'

/** Files of the user, and papers, with parts that stand beside those of the harness. */
export interface OwnFiles {
  readonly testers: readonly string[]
  readonly launchers: readonly string[]
  readonly scorers: readonly string[]
}

/** The parts that the user's files and the papers give, and the entry of the files in the record of a run. */
export interface OwnParts {
  readonly testers: readonly TesterEntry[]
  readonly launchers: readonly Launcher[]
  readonly scorers: readonly Scorer[]
  readonly record: NonNullable<RunRecord['settings']['own']>
}

/** @throws UsageError naming the file and its missing part */
export async function loadOwnParts(
  { testers, launchers, scorers }: OwnFiles,
  papers: readonly Paper[],
): Promise<OwnParts> {
  const loaded = {
    testers: await Promise.all(testers.map(ownTester)),
    launchers: await Promise.all(launchers.map(ownLauncher)),
    scorers: await Promise.all(scorers.map(ownScorer)),
  }
  const twice = duplicate(loaded.scorers.map(({ scorer }) => scorer.name))
  if (twice !== undefined) throw new UsageError(`two scorers have the name "${twice}"`)
  const files = (all: readonly { readonly file: string; readonly sha256: string }[]) =>
    all.map(({ file, sha256 }) => ({ file, sha256 }))
  return {
    testers: [...loaded.testers.map(({ tester }) => tester), ...(await paperTesters(papers))],
    launchers: [
      ...loaded.launchers.map(({ launcher }) => launcher),
      ...(await Promise.all(papers.flatMap(({ launchers: own }) => (own ? [own()] : [])))).flat(),
    ],
    scorers: loaded.scorers.map(({ scorer }) => scorer),
    record: {
      testers: files(loaded.testers),
      launchers: files(loaded.launchers),
      scorers: files(loaded.scorers),
    },
  }
}

/** The testers that come with papers. */
export async function paperTesters(papers: readonly Paper[]): Promise<readonly TesterEntry[]> {
  return (await Promise.all(papers.flatMap(({ testers }) => (testers ? [testers()] : [])))).flat()
}

/** A run, or the spec of a trial. */
interface OwnerOfParts {
  readonly runId: string
  readonly settings: Pick<RunRecord['settings'], 'own'>
}

/**
 * The parts that a run was begun with.
 * @throws UsageError if one of the files has changed, because the rest of the run would be judged differently
 */
export async function ownPartsOf({ runId, settings }: OwnerOfParts, papers: readonly Paper[]): Promise<OwnParts> {
  const parts = await reloadOwnParts(settings, papers)
  const before = Object.values(settings.own ?? {}).flat()
  const changed = before.find(
    ({ file, sha256 }) =>
      Object.values(parts.record)
        .flat()
        .find((each) => each.file === file)?.sha256 !== sha256,
  )
  if (changed) throw new UsageError(`${changed.file} has changed since run ${runId} began; start a new run`)
  return parts
}

/** The same files as they are now. */
export function reloadOwnParts({ own }: OwnerOfParts['settings'], papers: readonly Paper[]): Promise<OwnParts> {
  const files = (list: readonly { readonly file: string }[] = []) => list.map(({ file }) => file)
  return loadOwnParts(
    { testers: files(own?.testers), launchers: files(own?.launchers), scorers: files(own?.scorers) },
    papers,
  )
}

function duplicate(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index)
}
