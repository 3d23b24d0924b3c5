import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { HarnessFault } from '../../errors.ts'

/** The page's own program and style, as the set-up built them from `app/`. */
export interface Assets {
  readonly script: string
  readonly style: string
}

/** @throws HarnessFault if the set-up has not built them */
export async function readAssets(): Promise<Assets> {
  const folder = assetFolder(import.meta.dirname)
  try {
    const read = (name: string) => readFile(path.join(folder, name), 'utf8')
    const [script, style] = await Promise.all([read('report.js'), read('style.css')])
    return { script, style }
  } catch (error) {
    throw new HarnessFault(`the program of the report is not in ${folder}; npm run build makes it`, { cause: error })
  }
}

/** `dist/report` of the package, from the compiled and from the TypeScript sources alike. */
function assetFolder(from: string): string {
  let folder = from
  while (!existsSync(path.join(folder, 'package.json')) && folder !== path.dirname(folder))
    folder = path.dirname(folder)
  return path.join(folder, 'dist', 'report')
}
