import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { digestOfFiles } from '../../lib/files/digest.ts'
import { packageRoot } from '../../lib/files/package-root.ts'

/** The templates of all prompts, as they are read. */
export interface Prompts {
  /** sha256 over all of them. */
  readonly digest: string
  /** @throws TypeError where the template, or a value for one of its names, is missing: a mistake of ours */
  fill(template: string, values?: Readonly<Record<string, string>>): string
}

let loaded: Prompts | undefined

/** From the package, once. */
export function prompts(): Prompts {
  loaded ??= readPrompts(path.join(packageRoot(import.meta.dirname), 'harness', 'agents', 'prompts'))
  return loaded
}

/** @param folder With one file `NAME.md` for each template */
export function readPrompts(folder: string): Prompts {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  const files = names.map((name) => ({ path: name, content: readFileSync(path.join(folder, name), 'utf8') }))
  const templates = new Map(files.map((file) => [file.path.slice(0, -'.md'.length), file.content]))
  return {
    digest: digestOfFiles(files),
    fill(name, values = {}) {
      const template = templates.get(name)
      if (template === undefined) throw new TypeError(`there is no prompt "${name}"`)
      // One pass: what is filled in is never looked through for names.
      const text = template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
        if (!Object.hasOwn(values, key)) throw new TypeError(`prompt "${name}" needs a value for {{${key}}}`)
        return values[key] ?? ''
      })
      return text.trim()
    },
  }
}
