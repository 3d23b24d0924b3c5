/** A model that knows our own solutions by heart. */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../helpers.ts'
import { purposeOf } from './replies.ts'
import type { Received, Reply } from './server.ts'

export interface Solution {
  readonly files: Readonly<Record<string, string>>
  readonly launch: string
  readonly answers: string
}

export async function solutionOf(mission: string): Promise<Solution> {
  const folder = path.join(root, 'canonical', mission, 'node')
  const project = path.join(folder, 'project')
  const entries = await readdir(project, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const files = await Promise.all(
    paths.map(async (file) => [path.relative(project, file), await readFile(file, 'utf8')] as const),
  )
  return {
    files: Object.fromEntries(files),
    launch: await readFile(path.join(folder, 'launch.json'), 'utf8'),
    answers: await readFile(path.join(folder, 'answers.json'), 'utf8'),
  }
}

/** In the format that it is asked for. */
export function solutionReply(request: Received, { files, launch, answers }: Solution): Reply {
  const prompt = request.messages.at(-1)?.content ?? ''
  const array = Object.entries(files).map(([name, code]) => ({ file: path.basename(name), path: name, code }))
  const blocks = Object.entries(files).map(([name, code]) => `\`\`\`\`${name}\n${code}\`\`\`\``)
  const project = prompt.includes('fenced block') ? blocks.join('\n\n') : JSON.stringify(array)
  const checklist = JSON.stringify([
    { page: 'All', functions: [{ function: 'All', description: 'As the user wishes.' }] },
  ])
  const texts = { checklist, skeleton: project, code: project, launch, answers }
  return { kind: 'answer', text: texts[purposeOf(request)] }
}
