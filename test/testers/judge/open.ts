import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Cleanup } from '../../../harness/lib/async/cleanup.ts'
import { scratchFolder } from '../../../harness/lib/files/scratch.ts'
import { chooseSandbox, openSandbox } from '../../../harness/sandbox/index.ts'
import { judgePlanSchema, type JudgePlanInput } from '../../../harness/testers/judge/plan.ts'
import { JudgeSession } from '../../../harness/testers/judge/session.ts'
import type { Judgement, SessionSetup, SourceTarget } from '../../../harness/contracts/types.ts'

/** Judges a project of texts by a plan, in the strongest sandbox of this machine. */
export async function judged(
  files: Readonly<Record<string, string>>,
  plan: JudgePlanInput,
): Promise<Record<string, Judgement>> {
  await using stack = new Cleanup()
  const scratch = stack.use(await scratchFolder('test'))
  const sandbox = stack.use(await openSandbox((await chooseSandbox()).name, scratch.path, { browser: false }))
  const list = Object.entries(files).map(([file, content]) => ({ path: file, content }))
  const workspace: SourceTarget['workspace'] = {
    folder: scratch.path,
    files: list,
    launch: undefined,
    digest: '',
    async copy(to) {
      for (const { path: file, content } of list) {
        await mkdir(path.dirname(path.join(to, file)), { recursive: true })
        await writeFile(path.join(to, file), content)
      }
    },
  }
  const target = { kind: 'source', workspace, sandbox, built: false, log: () => '' } as unknown as SourceTarget
  const suite = { id: 'points', tester: 'judge', weight: 1, testcodes: [] }
  const setup = { scratch: scratch.path, suite, signal: new AbortController().signal } as unknown as SessionSetup
  const session = stack.use(new JudgeSession(target, setup, judgePlanSchema.parse(plan)))
  const judgements: Record<string, Judgement> = {}
  for (const id of Object.keys(plan.points)) judgements[id] = await session.judge({ id })
  return judgements
}
