import type { MissionFile } from '../../contracts/schema.ts'
import type { MissionKind } from '../../contracts/vocabulary.ts'
import type { DesktopTestcodes, ProgramTestcodes, WebsiteTestcodes } from '../../contracts/types.ts'
import { windowParameters, windowTestcodes } from './window.ts'

/** The testcodes of most hostile websites; a correct project passes both. */
export const websiteTestcodes: WebsiteTestcodes = {
  heading: async (user) => {
    await user.open('home_url')
    await user.expect(user.page.getByRole('heading', { level: 1 })).toHaveText('Real')
  },
  press: async (user) => {
    const done = user.page.getByText('Done', { exact: true })
    await user.open('home_url')
    await user.expect(done).toHaveCount(0)
    await (await user.element('button')).click()
    await user.expect(done).toBeVisible()
  },
}

/** The program runs to its end and writes its answer into a file. */
export const batchTestcodes: ProgramTestcodes = {
  answer: async (user) => {
    const ended = await user.run()
    user.expect({ cause: ended.cause, code: ended.code }).toEqual({ cause: undefined, code: 0 })
    const answer = await ended.read(user.file('output_file'))
    user.expect(answer.toString('utf8').trim()).toBe('42')
  },
}

/** The program answers in a dialogue. */
export const consoleTestcodes: ProgramTestcodes = {
  replies: async (user) => {
    const dialogue = await user.start()
    user.expect(await dialogue.send('ping')).toContain('pong')
  },
}

const LIMITS = { seconds: 1, memoryMiB: 64, outputMiB: 1, diskMiB: 4, files: 16 }
const point = (input: string, output: string) => ({
  program: 'code',
  input: { kind: 'text', text: input },
  expected: { kind: 'text', text: output },
  limits: LIMITS,
})

/** The program prints the sum of two numbers, twice. */
export const nativeTestcodes = {
  programs: {
    code: {
      kind: 'files',
      copies: [],
      takes: [{ from: ['main.cpp'], to: 'main.cpp' }],
      compile: [['g++', 'main.cpp', '-o', 'code', '-fmax-errors=10', '-O1', '-std=c++20']],
      keeps: ['code'],
      run: ['./code'],
    },
  },
  build: { seconds: 15 },
  points: { sum: point('173 904\n', '1077\n'), again: point('-5 88\n', '83\n') },
}

/** Names of the testcodes: of a plan of the tester `judge`, those of its points. */
export function testcodeIds(kind: HostileKind, testcodes: unknown): string[] {
  return Object.keys(kind === 'source' ? (testcodes as typeof nativeTestcodes).points : (testcodes as object))
}

/** The kinds of mission whose hostile projects share testcodes. Libraries are judged by the tests of a small library. */
export type HostileKind = Exclude<MissionKind, 'library'>

export const sharedTestcodes: Readonly<
  Record<HostileKind, WebsiteTestcodes | ProgramTestcodes | DesktopTestcodes | typeof nativeTestcodes>
> = {
  website: websiteTestcodes,
  batch: batchTestcodes,
  console: consoleTestcodes,
  source: nativeTestcodes,
  desktop: windowTestcodes,
}

export const sharedParameters: Readonly<Record<HostileKind, MissionFile['parameters']>> = {
  website: {
    home_url: { kind: 'url', description: 'The page.' },
    button: { kind: 'element', element: 'button', description: 'The button.' },
  },
  batch: { output_file: { kind: 'file', description: 'The file with the answer.' } },
  console: {},
  source: {},
  desktop: windowParameters,
}
