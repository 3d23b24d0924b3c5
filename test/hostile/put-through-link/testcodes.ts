import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ProgramFixtures, ProgramTestcodes } from 'pe'

/** Afterwards, a folder of the machine must have its earlier content. */
const puts =
  (what: string, at: string) =>
  async ({ run, put }: ProgramFixtures) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pe-hostile-'))
    try {
      await writeFile(path.join(folder, 'kept.txt'), 'kept')
      await run({ args: [what, folder] })
      const problem = await put(at, 'changed').then(
        () => undefined,
        (error: unknown) => error,
      )
      const kept = (await readFile(path.join(folder, 'kept.txt'), 'utf8')) === 'kept'
      if (!kept || existsSync(path.join(folder, 'new.txt'))) throw new Error('a file of the machine was overwritten')
      if (problem !== undefined) throw problem as Error
    } finally {
      await rm(folder, { recursive: true })
    }
  }

const testcodes: ProgramTestcodes = { file: puts('file', 'input.txt'), folder: puts('folder', 'input/new.txt') }
export default testcodes
