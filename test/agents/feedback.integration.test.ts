/** `pe-check` and `pe-submit`, from real tools in real rooms, honest and hostile ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectFiles } from '../../harness/agents/command/collect.ts'
import { RequestReader } from '../../harness/agents/command/feedback/request.ts'
import { SANDBOXES } from '../../harness/contracts/schema.ts'
import { runTrial } from '../../harness/trial/trial.ts'
import { temporaryFolder } from '../helpers.ts'
import { needsSandbox } from '../needs.ts'
import { entries, passed, place } from '../trial/feedback-trial.ts'
import { services, toolThat, VERSION, PLAN, programText, frameOf } from './feedback-cases.ts'

for (const sandbox of SANDBOXES)
  describe(`a shell script in the ${sandbox} sandbox`, await needsSandbox(sandbox), () => {
    it('checks and submits what lies in its folder, and reads the results', { timeout: 120_000 }, async () => {
      await using folder = await temporaryFolder()
      await using here = await place('best')
      const write = (letters: string) => `cat > main.js <<'END'\n${programText(letters)}END\n`
      const ask = (name: string, command: string) =>
        `said=$(${command} 2>&1); printf '%s\\nexit %s\\n' "$said" "$?" > ${name}.txt\n`
      const script = [
        ...[VERSION, write('a'), PLAN, 'mkdir -p node_modules/x sub && echo 1 > node_modules/x/i.js\n'],
        ...['ln -s /etc/passwd link\n', ask('check', 'pe-check'), ask('one', 'cd sub && pe-submit')],
        ...[write('abcx'), ask('two', 'pe-submit'), ask('help', 'pe-submit --help')],
      ]
      const agent = await toolThat(folder, script.join(''))
      const trial = here.trial(() => Promise.reject(new Error('unused')), { agent, services, sandbox })
      const record = await runTrial(trial)
      const text = async (name: string) => {
        const project = (await trial.store.readKeptProject())?.project
        return String(project?.files.find((file) => file.path === name)?.content)
      }
      expect(await text('check.txt')).toMatch(
        /^check 1: judged, 0 of 1 visible testcodes passed\nsuite examples\nfailed shown: /,
      )
      expect(await text('check.txt')).toMatch(/\nexit 1\n$/)
      expect(await text('one.txt')).toBe(
        'submission 1: judged, 2 left\npassed 0/0 runnable\npassed 2/2 a\nfailed 0/2 b\nfailed 0/2 c\npoints: 2/6\nexit 1\n',
      )
      expect(await text('two.txt')).toMatch(/^submission 2: judged, 1 left\n[^]*points: 6\/6\nexit 0\n$/)
      expect(entries(record).map(([number, score]) => [number, score])).toEqual([
        [1, 1 / 3],
        [2, 1],
        [3, 1],
      ])
      expect(passed(record)).toBe('abc')
      const first = await trial.store.call('submissions', 1).readProject()
      expect(first?.files.map((file) => file.path)).toEqual(['check.txt', 'main.js'])
      expect(first?.launch).toEqual({ run: ['node', 'main.js'] })
    })
  })

describe('a request', () => {
  it('is read whatever its chunks are', () => {
    const file = fc.record({ path: fc.string({ maxLength: 20 }), content: fc.string({ maxLength: 200 }) })
    fc.assert(
      fc.property(
        fc.array(file, { maxLength: 10 }),
        fc.option(fc.string()),
        fc.infiniteStream(fc.integer({ min: 1, max: 50 })),
        (files, answers, sizes) => {
          const bytes = (text: string) => Buffer.byteLength(text)
          const header = {
            call: 'submit',
            files: files.map(({ path, content }) => ({ path, bytes: bytes(content) })),
            ...(answers === null ? {} : { answers: bytes(answers) }),
          }
          const sent = frameOf(header, files.map(({ content }) => content).join('') + (answers ?? ''))
          const reader = new RequestReader()
          let request
          for (let at = 0; at < sent.length;) {
            expect(request).toBeUndefined()
            const size = sizes.next().value as number
            request = reader.push(sent.subarray(at, (at += size)))
          }
          const roundTrip = (text: string) => Buffer.from(text).toString('utf8')
          expect(request?.answers).toEqual(answers === null ? undefined : roundTrip(answers))
          expect(request?.files.map(({ path, content }) => [path, String(content)])).toEqual(
            files.map(({ path, content }) => [path, roundTrip(content)]),
          )
        },
      ),
    )
  })

  it('is a project without what collecting leaves out', () => {
    const paths = ['a.js', 'node_modules/x.js', 'sub/.git/config', 'BRIEF.md', 'sub/BRIEF.md']
    const files = paths.map((path) => ({ path, content: '' }))
    expect(projectFiles(files, ['BRIEF.md']).map(({ path }) => path)).toEqual(['a.js', 'sub/BRIEF.md'])
  })
})
