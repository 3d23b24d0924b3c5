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

describe('pe show --protocol paper', () => {
  const shown = async (variant: string, json = false) => {
    await using folder = await temporaryFolder()
    await writeTree(folder.path, { 'missions/game/mission.yaml': MISSION })
    const output = keepOutput()
    const options = { benchmark: `missions:${folder.path}`, mission: 'game', variant, json }
    await showCommand({ ...options, protocol: 'paper', questions: false, template: undefined }, [])
    return output.stdout
  }

  it('prints the first request to a model, with the mission as JSON', async () => {
    expect(await shown('L1.direct')).toMatch(/^This describes a project:\n\n"Make it\."\n/)
    const request = await shown('L2.direct')
    expect(request).toContain('"function": "Run"')
    expect(request).toContain('"code": "text of the file"')
    expect(JSON.parse(await shown('L2.direct', true))).toEqual({ request: request.trimEnd() })
  })

  it('prints that of the first step of a cascade', async () => {
    expect(await shown('L1.cascade')).not.toContain('"code"')
  })
})
