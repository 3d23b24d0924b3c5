import { afterEach, describe, expect, it, vi } from 'vitest'
import { showCommand } from '../../harness/commands/show.ts'
import { temporaryFolder, writeTree } from '../helpers.ts'
import { keepOutput } from './output.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const IDS = ['one', 'two', 'three', 'four'] as const
/** Testcodes that use a parameter, by its name. */
const USERS = { everywhere: IDS, nearly: ['one', 'two', 'three'], twice: ['one', 'four'] } as const

const MISSION = `schemaVersion: 1
id: game
title: Game
kind: batch
prompt: Make it.
checklist: [{ page: Main, functions: [{ function: Run, description: Runs. }] }]
parameters:
${Object.keys(USERS)
  .map((name) => `  ${name}: { kind: text, description: Which. }`)
  .join('\n')}
testcodes:
${IDS.map((id) => {
  const names = Object.entries(USERS).flatMap(([name, users]) => (users.some((user) => user === id) ? [name] : []))
  return `  - { id: ${id}, page: Main, function: Run, expects: It runs., parameters: [${names.join(', ')}] }`
}).join('\n')}
`

describe('pe show --questions', () => {
  it('names the testcodes that use a parameter, or those that do not if they are fewer', async () => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'missions/game/mission.yaml': MISSION })
    const output = keepOutput()
    await showCommand(
      {
        ...{ benchmark: `missions:${folder.path}`, mission: 'game', variant: undefined },
        ...{ questions: true, template: undefined, json: false },
      },
      [],
    )
    expect(output.stdout.trimEnd().split('\n\n')).toEqual([
      'everywhere (text): Which.\n  for all 4 testcodes',
      'nearly (text): Which.\n  for all testcodes but four',
      'twice (text): Which.\n  for one, four',
    ])
  })
})
