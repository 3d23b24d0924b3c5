import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { scratchFolder } from '../../lib/files/scratch.ts'

/** A prompt outside the folder of the project, in a folder that the room must show. */
export interface PromptFile extends AsyncDisposable {
  readonly folder: string
  readonly file: string
  readonly text: string
}

export async function openPrompt(text: string): Promise<PromptFile> {
  const scratch = await scratchFolder('prompt')
  // Only the inner folder is shown, and the user of the sandbox can read it.
  const folder = path.join(scratch.path, 'prompt')
  const file = path.join(folder, 'prompt.md')
  await mkdir(folder)
  await writeFile(file, `${text}\n`)
  await chmod(folder, 0o755)
  await chmod(file, 0o644)
  return { folder, file, text, [Symbol.asyncDispose]: () => scratch[Symbol.asyncDispose]() }
}
