import path from 'node:path'
import * as z from 'zod'
import type { ProjectView } from './project-view.ts'

const names = z.record(z.string(), z.string()).catch({})
/** The relevant fields of a package.json. An invalid field counts as absent. */
const manifestSchema = z.object({
  main: z.string().optional().catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  scripts: names,
  dependencies: names,
  devDependencies: names,
  /** Folders of further packages, which npm installs and links; npm also reads an object with them. */
  workspaces: z
    .union([z.array(z.string()), z.object({ packages: z.array(z.string()) }).transform((all) => all.packages)])
    .catch([]),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Empty if there is no package.json, or if it cannot be parsed. */
export function manifestOf(view: ProjectView): Manifest {
  return parseManifest(view.text('package.json'))
}

/** Empty if the text cannot be parsed. */
export function parseManifest(text: string): Manifest {
  return manifestSchema.catch(manifestSchema.parse({})).parse(parsed(text))
}

/** `cd FOLDER && …`, `npm --prefix FOLDER …` and `npm -C FOLDER …` */
const ENTERS = /\b(?:cd\s+|npm\b[^&|;\n]*?(?:--prefix[=\s]\s*|-C\s+))((?:\.\/)?[\w.-][\w./-]*)/g

/** The folders in which the scripts of a package work, relative to it. */
export function enteredFolders({ scripts }: Manifest): string[] {
  const entered = Object.values(scripts).flatMap((script) =>
    [...script.matchAll(ENTERS)].map(([, folder = '']) => folder),
  )
  const folders = entered.map((folder) => path.posix.normalize(folder).replace(/\/$/, ''))
  return [...new Set(folders)].filter((folder) => folder !== '.' && !folder.startsWith('..') && !folder.startsWith('/'))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
