import { AsyncLocalStorage } from 'node:async_hooks'
import type { Page } from '@playwright/test'

/** Of the testcode that is being carried out: what it types, in order. */
const current = new AsyncLocalStorage<string[]>()

/** Characters of a text that are compared. */
const LONGEST = 2000

/** Does something and notes what is typed on the way, by whatever helper. */
export function noting<T>(typed: string[], action: () => T): T {
  return current.run(typed, action)
}

export function note(text: string): void {
  if (text !== '') current.getStore()?.push(text.slice(0, LONGEST))
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Methods that type, and which of their arguments is what they type. */
const TYPING: readonly (readonly [(page: Page) => object, Readonly<Record<string, number>>])[] = [
  [(page) => page, { fill: 1, type: 1 }],
  [(page) => page.mainFrame(), { fill: 1, type: 1 }],
  [(page) => page.locator('body'), { fill: 0, type: 0, pressSequentially: 0, setInputFiles: 0 }],
  [(page) => page.keyboard, { type: 0, insertText: 0 }],
]

const patched = new WeakSet()

/**
 * Notes what is typed into any page of Playwright from now on, in this process: its objects take no proxies. Methods by
 * which others of these methods are carried out note a text twice, which does no harm to a comparison.
 */
export function noteTyping(page: Page): void {
  for (const [find, methods] of TYPING) {
    const prototype = Object.getPrototypeOf(find(page)) as Record<string, Method>
    if (patched.has(prototype)) continue
    patched.add(prototype)
    for (const [name, index] of Object.entries(methods)) {
      const method = prototype[name]
      if (method === undefined) continue
      prototype[name] = function (...args) {
        note(textOf(args[index]))
        return Reflect.apply(method, this, args)
      }
    }
  }
}

/** Of a text, a path, a file in memory or several of them. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1')
  if (Array.isArray(value)) return value.map(textOf).join('\n')
  return typeof value === 'object' && value !== null && 'buffer' in value ? textOf(value.buffer) : ''
}
