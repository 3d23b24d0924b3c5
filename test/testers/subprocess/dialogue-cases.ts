/** Shared by the tests of dialogue. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { openProcessSandbox } from '../../../harness/sandbox/process.ts'
import { subprocess } from '../../../harness/testers/subprocess.ts'
import type { Judgement, ProgramTestcodes } from '../../../harness/contracts/types.ts'
import { materialise } from '../../../harness/trial/workspace.ts'
import { missionOf, setupFor } from '../website.ts'

/** The judgements of a program with a dialogue: whether it is runnable, then its testcode. */
export async function judged(
  argv: readonly string[],
  program: string,
  testcodes: ProgramTestcodes,
  timeout: number,
): Promise<Judgement[]> {
  await using setup = await setupFor(missionOf(testcodes, {}, 'console'), testcodes, timeout)
  const home = path.join(setup.scratch, 'home')
  await mkdir(home)
  const launch = { run: [...argv] }
  const workspace = await materialise(
    { files: [{ path: 'main', content: program }], launch },
    path.join(setup.scratch, 'project'),
  )
  await using sandbox = openProcessSandbox(home)
  const ends = { log: () => '', [Symbol.asyncDispose]: () => Promise.resolve() }
  await using session = await subprocess.open({ kind: 'program', argv, workspace, sandbox, ...ends }, setup)
  const judgements = [await session.runnable()]
  for (const testcode of setup.suite.testcodes) judgements.push(await session.judge(testcode, {}))
  return judgements
}
