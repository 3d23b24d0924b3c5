/** The compiled program with the agent contract-coding, against a scripted model, on a library. */
import { describe, expect, it } from 'vitest'
import { contractFile, contractScripted, contractStepOf } from '../model-server/contract-coding.ts'
import { promptOf } from '../model-server/projectgen.ts'
import type { ModelServer } from '../model-server/server.ts'
import { ended, place, shareCache } from './method-runs.ts'
import { INIT, PARSING, RUN, TIME, requestsOf, workOf } from './contract-coding-cases.ts'

shareCache()

const steps = ({ received }: ModelServer) =>
  received.map((request) => {
    const step = contractStepOf(request)
    return step?.endsWith('-file') === true ? `${step} ${contractFile(request)}` : step
  })

describe('contract-coding', () => {
  it('writes files in the order of their needs, from the contract alone, until all are verified', TIME, async () => {
    await using here = await place(contractScripted())
    const end = await ended(here.start(...RUN))
    expect(end.score).toBe(1)
    expect(steps(here.server)).toEqual([
      ...['contract', 'audit-contract', `write-file ${PARSING}`, `verify-file ${PARSING}`],
      ...[`write-file ${INIT}`, `verify-file ${INIT}`],
    ])
    const [worker] = requestsOf(here.server, 'write-file', INIT)
    const prompt = worker ? promptOf(worker) : ''
    expect(prompt).toContain('You are the library engineer of this project.')
    expect(prompt).toContain('- function parse(text: str) -> tuple[int, int]: Reads 3-7.')
    expect(prompt).toContain(`${PARSING} (owner: parser engineer, version 1, status: VERIFIED)`)
    // The code of another file is not in the prompt.
    expect(prompt).not.toContain('text.partition')
    const { tasks, versions, problems } = workOf(end)
    expect(tasks).toMatchObject([
      { file: INIT, status: 'VERIFIED', needs: [PARSING], attempts: [{ layer: 2, status: 'VERIFIED', problems: [] }] },
      { file: PARSING, status: 'VERIFIED', needs: [], attempts: [{ layer: 1, status: 'VERIFIED', problems: [] }] },
    ])
    expect(versions.map(({ by }) => by)).toEqual(['manager', 'completion'])
    expect(problems).toEqual([])
    expect(end.rounds).toMatchObject([
      { stage: 'contract', round: 1, accepted: false },
      { stage: 'contract', round: 2, accepted: false },
      { stage: 'layer', round: 1, accepted: true, files: [PARSING] },
      { stage: 'layer', round: 2, accepted: true, files: [INIT] },
    ])
  })
})
