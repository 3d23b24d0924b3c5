import { MOST_MENTIONS } from './bounds.ts'

/** Addresses of scripts in pages that a program writes: `<script src="/app.js">`. */
export function scriptsIn(text: string): string[] {
  const found = new Set<string>()
  for (const [, address = ''] of text.matchAll(/<script\b[^<>]{0,200}?\bsrc=\\?["']?([\w@./-]{1,200}\.m?js)/g)) {
    if (found.size >= MOST_MENTIONS) break
    found.add(address)
  }
  return [...found]
}
