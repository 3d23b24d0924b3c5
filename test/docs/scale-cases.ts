/** Shared by the tests of scale. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { root } from '../helpers.ts'

const docs = await readFile(path.join(root, 'docs', 'scale.md'), 'utf8')

/** A block of code after a heading. */
export function blockOf(heading: string, language: string, index = 0): string {
  const [, section = ''] = docs.split(`### ${heading}\n`)
  const [own = ''] = section.split(/^#{2,3} /m)
  const blocks = [...own.matchAll(/```(\w+)\n([\s\S]*?)```/g)].filter(([, name]) => name === language)
  return blocks[index]?.[2] ?? ''
}

const step = z.object({
  run: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  with: z.unknown().optional(),
})
export const workflow = z.object({
  jobs: z.object({
    shard: z.object({
      strategy: z.object({ matrix: z.object({ shard: z.array(z.int()) }) }),
      steps: z.array(step),
    }),
    merge: z.object({ if: z.string(), steps: z.array(step) }),
  }),
})
