import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { digestOfFiles } from '../../lib/files/digest.ts'
import { packageRoot } from '../../lib/files/package-root.ts'

/** The prompt templates. */
export interface Prompts {
  /** sha256 over all templates. */
  readonly digest: string
  /** @throws TypeError if the template, or a value for one of its placeholders, is missing: a bug in the harness */
  fill(template: string, values?: Readonly<Record<string, string>>): string
}

let loaded: Prompts | undefined

/** The templates of the package, read once. */
export function prompts(): Prompts {
  loaded ??= readPrompts(path.join(packageRoot(import.meta.dirname), 'harness', 'agents', 'prompts'))
  return loaded
}

/** @param folder Has one file `NAME.md` per template */
export function readPrompts(folder: string): Prompts {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md')
  const files = names.map((name) => ({ path: name, content: readFileSync(path.join(folder, name), 'utf8') }))
  const templates = new Map(files.map((file) => [file.path.slice(0, -'.md'.length), file.content]))
  return {
    digest: digestOfFiles(files),
    fill(name, values = {}) {
      const template = templates.get(name)
      if (template === undefined) throw new TypeError(`there is no prompt "${name}"`)
      // One pass: placeholders inside a value are not replaced.
      const text = template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
        if (!Object.hasOwn(values, key)) throw new TypeError(`prompt "${name}" needs a value for {{${key}}}`)
        return values[key] ?? ''
      })
      return text.trim()
    },
  }
}

/** Kinds of faulty answers that are sent back with the reason. */
export const REPAIRABLE: ReadonlySet<string> = new Set(['unreadable', 'empty'])
/** Stands for an answer without a text, because servers refuse empty messages. */
export const NO_TEXT = '(no text)'
