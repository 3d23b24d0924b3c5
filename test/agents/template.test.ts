import { expect, it } from 'vitest'
import { withTemplate } from '../../harness/agents/template.ts'
import type { Brief } from '../../harness/contracts/schema.ts'
import { briefFor } from '../briefs.ts'
import { missionOf } from '../helpers.ts'

const file = (path: string, content = 'written') => ({ path, content })

async function briefWith(documents: readonly { path: string; role: 'statement' | 'template' }[]): Promise<Brief> {
  const brief = await briefFor(missionOf(), 'L1.direct')
  return { ...brief, input: { type: 'documents', documents: documents.map((each) => ({ ...each, content: 'given' })) } }
}

it('keeps the files of the template that a model has not written, and never the statement', async () => {
  const brief = await briefWith([
    { path: 'README.md', role: 'statement' },
    { path: 'list.hpp', role: 'template' },
    { path: 'utility.hpp', role: 'template' },
  ])
  expect(withTemplate(brief, { files: [file('list.hpp')] }).files).toEqual([
    file('list.hpp'),
    file('utility.hpp', 'given'),
  ])
})

it('keeps none that would clash with what the model has written, or lie outside of the project', async () => {
  const clashes = ['src', 'LIST.hpp', '../utility.hpp', 'main/x.hpp']
  const brief = await briefWith(clashes.map((path) => ({ path, role: 'template' as const })))
  const files = [file('src/list.hpp'), file('list.hpp'), file('main')]
  expect(withTemplate(brief, { files }).files.map(({ path }) => path)).toEqual(['src/list.hpp', 'list.hpp', 'main'])
})
