/** Missions that cheats refuse; redteam.prove.test.ts runs them. */
import { describe, expect, it } from 'vitest'
import { createAgent } from '../../harness/agents/index.ts'
import { setupOf } from './setup.ts'
import { websiteOf, agentOf, projectOf, MISSION } from './redteam-cases.ts'

describe('the replayer', () => {
  it('names the command that makes a recording, if there is none', async () => {
    const agent = await agentOf('replayer')
    await expect(projectOf(agent, websiteOf('todo'))).rejects.toThrow('pe redteam --learn todo')
  })
})

describe('a cheat as an agent', () => {
  it('rejects unknown variants and missions that are not websites', async () => {
    await expect(agentOf('cycler:never')).rejects.toThrow('has no variant "never"; its variants are timer,')
    const agent = await createAgent('cycler', {
      ...setupOf(['timetable']),
      mission: () => ({ ...websiteOf(MISSION), kind: 'batch' }),
    })
    await expect(projectOf(agent, websiteOf(MISSION))).rejects.toThrow('builds websites')
  })
})
