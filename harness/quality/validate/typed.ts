import { AsyncLocalStorage } from 'node:async_hooks'
import type { Page } from '@playwright/test'

/** The texts that the running testcode has typed, chosen and ticked, in order. */
const current = new AsyncLocalStorage<string[]>()

/** Replaces each text that the running testcode types. */
const replacing = new AsyncLocalStorage<((text: string) => string) | undefined>()

/** Characters of a text, or of a draw, that are recorded for comparison. */
export const LONGEST = 2000

/** Runs an action and records everything that it types, chooses or ticks, directly or through helpers. */
export function recordTyping<T>(typed: string[], action: () => T): T {
  return current.run(typed, action)
}

/** Runs an action, and replaces each text that it types into a page or passes to a program. */
export function replaceTyping<T>(replace: (text: string) => string, action: () => T): T {
  return replacing.run(replace, action)
}

/** The text to type in place of this one. */
export function replacementOf(text: string): string {
  return replacing.getStore()?.(text) ?? text
}

export function note(text: string): void {
  if (text !== '') current.getStore()?.push(text.slice(0, LONGEST))
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Methods that type, choose or tick, with the index of the argument that says what. */
const TYPING: readonly (readonly [(page: Page) => object, Readonly<Record<string, number>>])[] = [
  [(page) => page, { fill: 1, type: 1 }],
  [(page) => page.mainFrame(), { fill: 1, type: 1 }],
  [
    (page) => page.locator('body'),
    { fill: 0, type: 0, pressSequentially: 0, setInputFiles: 0, selectOption: 0, setChecked: 0 },
  ],
  [(page) => page.keyboard, { type: 0, insertText: 0 }],
]

/** Their texts name what is already there: an option, a file. */
const CHOICES: ReadonlySet<string> = new Set(['selectOption', 'setInputFiles'])

const patched = new WeakSet()

/**
 * Patches Playwright's classes, so that from now on all typing in this process is noted: its objects do not work behind
 * proxies. If one patched method calls another, a text is noted twice, which does not affect comparisons.
 */
export function patchTyping(page: Page): void {
  for (const [find, methods] of TYPING) {
    const prototype = Object.getPrototypeOf(find(page)) as Record<string, Method>
    if (patched.has(prototype)) continue
    patched.add(prototype)
    for (const [name, index] of Object.entries(methods)) {
      const method = prototype[name]
      if (method === undefined) continue
      prototype[name] = function (...args) {
        const value = args[index]
        note(textOf(value))
        if (typeof value !== 'string' || CHOICES.has(name)) return Reflect.apply(method, this, args)
        // One method calls another: a text is replaced once.
        const replaced = args.with(index, replacementOf(value))
        return replacing.run(undefined, () => Reflect.apply(method, this, replaced))
      }
    }
  }
}

/** The text of a string, a path, a file in memory, an option, the state of a box, or a list of these. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'ticked' : 'not ticked'
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  if ('buffer' in value) return textOf(value.buffer)
  return 'label' in value ? textOf(value.label) : 'value' in value ? textOf(value.value) : ''
}
