import { visible } from './visible.ts'

/** Text that is safe in a page. Only `html` makes it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | readonly Markup[] | undefined | false

/** A template whose values are escaped unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.map((part, index) => part + render(values[index])).join(''))
}

function render(value: Value): string {
  if (value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return escape(String(value))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return visible(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
