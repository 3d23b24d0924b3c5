/** The compiled program with the agent contract-coding, against a scripted model, on a library. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { scoresRecordSchema } from '../../../harness/contracts/schema.ts'
import { CONTRACT, VERIFIED, actions, contractFile, contractScripted, contractStepOf } from './model-server.ts'
import { CODE, fenced, promptOf } from '../../model-server/method.ts'
import type { Received } from '../../model-server/server.ts'
import { ended, place, shareCache } from '../../agents/method-runs.ts'
import { INIT, PARSING, RUN, TIME, requestsOf, workOf, taskOf, code } from './contract-coding-cases.ts'
import type { ModelServer } from '../../model-server/server.ts'
const steps = ({ received }: ModelServer) =>
  received.map((request) => {
    const step = contractStepOf(request)
    return step?.endsWith('-file') === true ? `${step} ${contractFile(request)}` : step
  })

shareCache()
const update = (section: string, content: unknown) => ({ action: 'update', section, content })
const add = (section: string, content: unknown) => ({ action: 'add', section, content })
/** Both files are written in the same layer. */
const INDEPENDENT = CONTRACT.filter(({ section }) => section !== 'dependencies')
const refused = (problem: string) => JSON.stringify({ verified: false, problems: [problem] })

const circle = [
  ...CONTRACT,
  add('dependencies', [{ file: PARSING, needs: [INIT] }]),
  add('directory', [{ path: 'README.md' }]),
  add('api', [{ path: 'README.md' }]),
]

const write = (request: Received) => fenced({ [contractFile(request)]: CODE[contractFile(request)] ?? '# Intervals\n' })

describe('contract-coding', () => {
  it('writes a file again for what the auditor and then the critic find', TIME, async () => {
    const wrong = code(INIT)
      .replace('def __contains__(self, number):', 'def __contains__(self):')
      .replace('def is_sorted', 'def sorted_')
    const script = contractScripted({
      'write-file': (request, number) => {
        const file = contractFile(request)
        const early = number === 1 ? wrong : code(INIT).replace('high - low + 1 for', 'high - low for')
        return fenced({ [file]: file === INIT && number < 3 ? early : code(file) })
      },
      'verify-file': (request, number) =>
        contractFile(request) === INIT && number === 1 ? refused('total counts one too few') : VERIFIED,
    })
    await using here = await place(script)
    const end = await ended(here.start(...RUN))
    expect(end.score).toBe(1)
    expect(taskOf(end, INIT)).toMatchObject({
      status: 'VERIFIED',
      attempts: [
        {
          layer: 2,
          status: 'ERROR',
          problems: [
            'parameters: Interval.__contains__: the contract says __contains__(number: int) -> bool, line 14 has ()',
            'missing-function: is_sorted',
          ],
        },
        { layer: 3, status: 'ERROR', problems: ['total counts one too few'] },
        { layer: 4, status: 'VERIFIED', problems: [] },
      ],
    })
    const { scores } = scoresRecordSchema.parse(
      JSON.parse(await readFile(path.join(end.folder, 'scores.json'), 'utf8')),
    )
    expect(scores.find(({ name }) => name === 'contract')?.score).toMatchObject({ scored: true, value: 1 })
    const prompts = requestsOf(here.server, 'write-file', INIT).map(promptOf)
    expect(prompts).toHaveLength(3)
    expect(prompts[1]).toContain('missing-function: is_sorted')
    expect(prompts[1]).toContain('Attempt 2 of 5.')
    expect(prompts[2]).toContain('What is wrong with it:\n\n- total counts one too few')
    // The critic does not read a file that the auditor refuses.
    expect(requestsOf(here.server, 'verify-file', INIT)).toHaveLength(2)
  })

  it(
    'merges what two workers say at the same time, and opens the task that a new interface concerns',
    TIME,
    async () => {
      const edits: Readonly<Record<string, string>> = {
        [INIT]: actions(
          update('knowledge', [{ name: 'notation', description: 'low dash high' }]),
          update('api', [{ path: PARSING, functions: ['parse(line: str) -> tuple[int, int]'] }]),
          add('api', [{ path: PARSING, functions: ['parse_all(text: str) -> list'] }]),
        ),
        [PARSING]: actions(
          update('knowledge', [{ name: 'notation', description: 'low to high' }]),
          update('api', [{ path: PARSING, functions: ['parse(text) -> tuple'] }]),
        ),
      }
      const both = `${code(PARSING)}\n\ndef parse_all(text):\n    return [parse(part) for part in text.split(',')]\n`
      const script = contractScripted({
        contract: () => actions(...INDEPENDENT),
        'write-file': (request, number) => {
          const file = contractFile(request)
          if (number > 1) return fenced({ [file]: both })
          return fenced({ [file]: code(file), '.contract/edits.json': edits[file] ?? '' })
        },
      })
      await using here = await place(script)
      const end = await ended(here.start(...RUN))
      expect(end.score).toBe(1)
      const { contract, versions } = workOf(end)
      expect(versions.find(({ by }) => by === 'layer 1')?.conflicts).toEqual([
        `knowledge: notation: the workers of ${INIT} and ${PARSING} disagree; that of ${INIT} is kept`,
        `api: ${PARSING}, function parse: the workers of ${INIT} and ${PARSING} disagree; that of ${PARSING} is kept`,
      ])
      expect(contract.knowledge).toEqual([{ name: 'notation', description: 'low dash high' }])
      expect(contract.api.find(({ path: file }) => file === PARSING)?.functions).toMatchObject([
        { name: 'parse', parameters: [{ name: 'text', type: '' }], returns: 'tuple' },
        { name: 'parse_all', parameters: [{ name: 'text', type: 'str' }], returns: 'list' },
      ])
      expect(taskOf(end, PARSING)).toMatchObject({
        version: 2,
        status: 'VERIFIED',
        attempts: [{ layer: 1, status: 'ERROR', problems: ['missing-function: parse_all'] }, { status: 'VERIFIED' }],
      })
      // Both workers of the layer had the contract as it was at its start.
      const first = here.server.received.filter((request) => promptOf(request).includes('Attempt 1 of 5.'))
      expect(first.every((request) => promptOf(request).includes('- notation: low, a dash, high: 3-7'))).toBe(true)
    },
  )

  describe('with a circle of dependencies', () => {
    it('tells the architect, who opens it', TIME, async () => {
      const script = contractScripted({
        contract: () => actions(...circle),
        'audit-contract': () => actions(update('dependencies', [{ file: PARSING, needs: [] }])),
        'write-file': write,
      })
      await using here = await place(script)
      const end = await ended(here.start(...RUN))
      expect(end.score).toBe(1)
      const [audit] = requestsOf(here.server, 'audit-contract').map(promptOf)
      expect(audit).toContain('is no file of the contract')
      const { versions, problems } = workOf(end)
      expect(versions[1]).toMatchObject({
        by: 'architect',
        changes: [{ change: 'removed', section: 'dependencies', place: `${PARSING} needs ${INIT}` }],
      })
      expect(problems).toEqual([])
      expect(taskOf(end, INIT).attempts[0]?.layer).toBe(2)
    })

    it('opens it itself if the architect does not', TIME, async () => {
      await using here = await place(contractScripted({ contract: () => actions(...circle), 'write-file': write }))
      const end = await ended(here.start(...RUN))
      expect(end.score).toBe(1)
      const { tasks, problems } = workOf(end)
      expect(problems).toEqual([`the dependencies have a circle: ${INIT} needs ${PARSING} needs ${INIT}`])
      expect(tasks.every(({ status }) => status === 'VERIFIED')).toBe(true)
      expect(end.project.notes).toContain(
        `contract: the circle ${INIT} needs ${PARSING} needs ${INIT} is opened at its last step`,
      )
    })
  })

  it('stops at its bound if the critics are never content', TIME, async () => {
    const script = contractScripted({ 'verify-file': (_, number) => refused(`problem ${String(number)}`) })
    await using here = await place(script)
    const end = await ended(here.start(...RUN))
    // The files are judged anyway.
    expect(end.score).toBe(1)
    expect(requestsOf(here.server, 'write-file', PARSING)).toHaveLength(5)
    expect(requestsOf(here.server, 'write-file', INIT)).toHaveLength(5)
    expect(workOf(end).tasks.map(({ status }) => status)).toEqual(['ERROR', 'ERROR'])
    expect(end.rounds.filter(({ stage }) => stage === 'layer')).toHaveLength(6)
    expect(end.project.notes?.at(-1)).toBe(`layer 6 was the last one; not verified: ${INIT}, ${PARSING}`)
  })

  it('continues where it was killed, and asks nothing twice', TIME, async () => {
    const independent = { contract: () => actions(...INDEPENDENT) }
    const undisturbed = await (async () => {
      await using here = await place(contractScripted(independent))
      return { ended: await ended(here.start(...RUN)), asked: here.server.received.map(promptOf) }
    })()
    const started: { pid?: number | undefined } = {}
    const reply = contractScripted(independent)
    await using here = await place((request) => {
      // Both workers have answered; the answer of the first critic never arrives.
      if (contractStepOf(request) === 'verify-file' && started.pid !== undefined) {
        process.kill(started.pid, 'SIGKILL')
        delete started.pid
        return { kind: 'hang-up' }
      }
      return reply(request)
    })
    const running = here.start(...RUN)
    started.pid = running.pid
    expect((await running.end).signal).toBe('SIGKILL')
    const before = here.server.received.length
    const [id = ''] = await readdir(here.folder.file('reports'))
    const recorded = await recordedPrompts(here.folder.file('reports', id))
    expect(recorded).toHaveLength(4)
    const resumed = await ended(here.start('--resume', id))
    expect(resumed.score).toBe(1)
    expect(resumed.project.digest).toBe(undisturbed.ended.project.digest)
    expect(resumed.project.artefacts).toEqual(undisturbed.ended.project.artefacts)
    const again = here.server.received.slice(before).map(promptOf)
    expect(again.filter((prompt) => recorded.includes(prompt))).toEqual([])
    expect([...recorded, ...again].toSorted()).toEqual(undisturbed.asked.toSorted())
  })

  it('never takes placeholders for code', TIME, async () => {
    const empty = 'def parse(text):\n    """Reads 3-7."""\n    # TODO\n    pass\n'
    const script = contractScripted({
      'write-file': (request) =>
        fenced({ [contractFile(request)]: contractFile(request) === PARSING ? empty : code(INIT) }),
    })
    await using here = await place(script)
    const end = await ended(here.start(...RUN))
    expect(end.score).toBeLessThan(1)
    expect(taskOf(end, INIT).status).toBe('VERIFIED')
    const { status, attempts } = taskOf(end, PARSING)
    expect(status).toBe('ERROR')
    expect(attempts).toHaveLength(5)
    expect(new Set(attempts.flatMap(({ problems }) => problems))).toEqual(
      new Set(['placeholder: parse in line 1: its body is only a remark']),
    )
    expect(requestsOf(here.server, 'verify-file', PARSING)).toEqual([])
    // The best effort is kept.
    expect(end.project.files.map((file) => file.path).toSorted()).toEqual([INIT, PARSING])
  })

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

/** The prompts whose answers a killed run has recorded. */
async function recordedPrompts(run: string): Promise<string[]> {
  const [trial = ''] = await readdir(path.join(run, 'trials'))
  const text = await readFile(path.join(run, 'trials', trial, 'exchanges.jsonl'), 'utf8')
  const lines = text.split('\n').filter((line) => line.endsWith('}'))
  return lines.map((line) => promptOf((JSON.parse(line) as { request: Pick<Received, 'messages'> }).request))
}
