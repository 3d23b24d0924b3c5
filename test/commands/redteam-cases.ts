/** Shared by the tests of redteam. */
import path from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { root } from '../helpers.ts'

export const BIN = path.join(root, 'dist/pe/bin.js')

export const REFUSES_CASES = [
  [['--agents', 'canonical'], '"canonical" is no cheat; the cheats are cycler,'],
  [['timetable'], 'none of these missions is a website'],
  [['nowhere'], 'there is no mission "nowhere"'],
] as const

export function refuses(cases: readonly (typeof REFUSES_CASES)[number][]): void {
  it.each(cases)('refuses %j', async (flags, message) => {
    const { stderr, exitCode } = await execa('node', [BIN, 'redteam', ...flags], { reject: false, stdin: 'ignore' })
    expect(stderr).toContain(message)
    expect(exitCode).toBe(2)
  })
}
