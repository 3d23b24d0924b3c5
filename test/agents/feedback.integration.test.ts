/** `pe-check` and `pe-submit`, from real tools in real rooms, honest and hostile ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { projectFiles } from '../../harness/agents/command/collect.ts'
import { RequestReader } from '../../harness/agents/command/feedback/request.ts'
import { STRONGEST, checksAndSubmits, frameOf } from './feedback-cases.ts'

describe('a shell script', () => {
  checksAndSubmits(STRONGEST)
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
