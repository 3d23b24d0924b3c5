/** Runs `pe redteam --agent` on a small mission against a scripted model. */
import { execa } from 'execa'
import type { Round } from '../../harness/quality/redteam/rounds.ts'
import { temporaryFolder, writeTree } from '../helpers.ts'
import { purposeOf } from '../model-server/replies.ts'
import { modelServer, type Received, type Reply } from '../model-server/server.ts'
import { ANSWERS, BIN, DOUBLE, LAUNCH } from './redteam-cases.ts'

export interface Attacked {
  readonly rounds: readonly Round[]
  readonly outcome: string
  readonly exitCode: number | undefined
  readonly stderr: string
  /** The prompts for code, one for each round. */
  readonly prompts: readonly string[]
}

/**
 * @param code The reply to the prompt for the code of a round, from 0; the model answers all other questions well
 * @param read Reads the folder of the runs before it is removed
 */
export async function attacked(
  code: (round: number) => Reply,
  flags: readonly string[] = [],
  read: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<Attacked> {
  await using folder = await temporaryFolder()
  await writeTree(folder.path, DOUBLE)
  const prompts: string[] = []
  await using server = await modelServer((request: Received): Reply => {
    const purpose = purposeOf(request)
    if (purpose === 'launch') return { kind: 'answer', text: LAUNCH }
    if (purpose === 'answers') return { kind: 'answer', text: JSON.stringify(ANSWERS) }
    prompts.push(request.messages.at(-1)?.content ?? '')
    return code(prompts.length - 1)
  })
  const attack = ['--agent', 'openai:attacker', '--base-url', server.baseURL, '--out', folder.file('out'), ...flags]
  const argv = [BIN, 'redteam', '--missions-dir', folder.file('own'), '--json', '--seed', 'attack', ...attack]
  const env = { XDG_CACHE_HOME: folder.file('cache'), OPENAI_API_KEY: 'sk-proj-T3stK3y0123456789' }
  const { stdout, stderr, exitCode } = await execa('node', argv, { reject: false, stdin: 'ignore', env })
  if (stdout === '') throw new Error(stderr)
  await read(folder.file('out', 'redteam-attack'))
  return { ...(JSON.parse(stdout) as Pick<Attacked, 'rounds' | 'outcome'>), exitCode, stderr, prompts }
}

export function codeReply(server: string): Reply {
  return { kind: 'answer', text: JSON.stringify([{ file: 'server.js', path: 'server.js', code: server }]) }
}
