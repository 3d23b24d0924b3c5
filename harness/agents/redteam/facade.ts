/** Pure: a mission → pages with an element for every parameter and no logic behind them. */
import type { Answers } from '../../contracts/schema.ts'
import { countedTestcodes } from '../../contracts/suites.ts'
import type { Mission } from '../../contracts/types.ts'
import { PORT } from '../baselines/plausible.ts'
import { lexiconOf, type Enumeration, type Lexicon } from './lexicon.ts'

/** An element of a façade page, shown in place of a real one. */
export interface Slot {
  readonly id: string
  readonly kind: string
  /** `error` holds messages, `count` one number, `value` anything. */
  readonly shows: 'value' | 'count' | 'error' | 'control'
  readonly about: string
  /** For a selection list. */
  readonly options?: readonly string[]
  readonly chosen?: string
  /** The initial value of a field. */
  readonly value?: string
  /** The target of a link. */
  readonly leadsTo?: string
  /** Whether it clears the shown values. */
  readonly clears?: boolean
}

export interface FacadePage {
  readonly address: string
  readonly title: string
  readonly slots: readonly Slot[]
}

export interface Facade {
  readonly port: number
  readonly title: string
  readonly pages: readonly FacadePage[]
  readonly lexicon: Lexicon
  /** The cheat's name and the words of its variant, such as `cycler` and `worker`. */
  readonly cheat: string
  readonly variant: readonly string[]
}

export interface Source {
  readonly mission: Mission
  /** Published source of its testcodes. */
  readonly testcodes: string
}

export function facadeOf({ mission, testcodes }: Source, cheat: string, variant: readonly string[]): Facade {
  const lexicon = lexiconOf(mission, testcodes)
  const addresses = addressesOf(mission)
  const elements = Object.entries(mission.parameters ?? {}).filter(([, { kind }]) => kind !== 'url')
  const pages = addresses.map((url, index): FacadePage => {
    const own = elements.filter(([name]) => (pageOf(mission, name, addresses) ?? addresses[0]) === url)
    return {
      address: pathOf(url, index),
      title: `${mission.title}: ${stem(url)}`,
      slots: withFirstValues(
        own.map(([name]) => slotOf(mission, name, lexicon, addresses)),
        lexicon,
      ),
    }
  })
  return { port: PORT, title: mission.title, pages, lexicon, cheat, variant }
}

/** The addresses and ids of the façade. */
export function facadeAnswers(mission: Mission): Answers {
  const addresses = addressesOf(mission)
  const valueOf = (name: string): string => {
    const kind = mission.parameters?.[name]?.kind
    if (kind === 'url') return `http://localhost:${PORT}${pathOf(name, addresses.indexOf(name))}`
    return kind === 'element' ? `#${name}` : kind === 'file' ? 'output.txt' : 'text'
  }
  return Object.fromEntries(
    countedTestcodes(mission).map(({ id, parameters = [] }) => [
      id,
      Object.fromEntries(parameters.map((name) => [name, valueOf(name)])),
    ]),
  )
}

function addressesOf({ parameters = {} }: Mission): string[] {
  return Object.keys(parameters).filter((name) => parameters[name]?.kind === 'url')
}

function pathOf(url: string, index: number): string {
  return index <= 0 ? '/' : `/${stem(url)}`
}

/** `rates_url` → `rates`. */
function stem(name: string): string {
  return name.replace(/_(?:url|link|button|field|list|text|table|page)$/, '')
}

/** The page that needs an element: scored by the pages its testcodes open, and by the pages its description mentions. */
function pageOf(mission: Mission, name: string, addresses: readonly string[]): string | undefined {
  const about = mission.parameters?.[name]?.description ?? ''
  const score = new Map(
    addresses.map((url) => [url, isOn(about, url) ? 4 : mentions(`${name} ${about}`, url) ? 1.2 : 0]),
  )
  for (const { page = '', parameters = [] } of countedTestcodes(mission)) {
    if (!parameters.includes(name)) continue
    const opened = parameters.filter((each) => addresses.includes(each))
    for (const url of opened) {
      const share = 1 / opened.length + (opened.length > 1 && mentions(page, url) ? 0.5 : 0)
      score.set(url, (score.get(url) ?? 0) + share)
    }
  }
  return [...score].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** "on the statistics page", "on the page with the rates". */
function isOn(about: string, url: string): boolean {
  return new RegExp(`\\bon the (?:page (?:with|of) the )?${wordOf(url)}`, 'i').test(about)
}

function mentions(text: string, url: string): boolean {
  return new RegExp(`(?<!to the )\\b${wordOf(url)}`, 'i').test(text.replaceAll('_', ' '))
}

/** Without a plural ending: "rate" belongs to the page `rates_url`. */
function wordOf(url: string): string {
  return stem(url).replaceAll('_', ' ').replace(/s$/, '')
}

function slotOf(mission: Mission, id: string, lexicon: Lexicon, addresses: readonly string[]): Slot {
  const parameter = mission.parameters?.[id]
  const about = parameter?.description ?? ''
  const kind = parameter?.kind === 'element' ? parameter.element : 'text'
  const list = kind === 'select' ? optionsFor(`${id} ${about}`, lexicon.lists) : undefined
  const link = kind === 'link' ? addressFor(`${id} ${about}`, addresses) : undefined
  return {
    ...{ id, kind, about, shows: showsOf(id, kind, about) },
    ...list,
    ...(link === undefined ? {} : { leadsTo: pathOf(link, addresses.indexOf(link)) }),
    ...(/clear|empt|reset|remove/i.test(`${id} ${about}`) ? { clears: true } : {}),
  }
}

function showsOf(id: string, kind: string, about: string): Slot['shows'] {
  if (!['text', 'list', 'table', 'any'].includes(kind)) return 'control'
  if (kind === 'any' && /click|button|link|choos|chosen/i.test(about)) return 'control'
  if (/error|problem|message|refus/i.test(`${id} ${about}`)) return 'error'
  return /how many|other number|count|share|per cent/i.test(`${id} ${about}`) ? 'count' : 'value'
}

function optionsFor(about: string, lists: readonly Enumeration[]): Pick<Slot, 'options' | 'chosen'> {
  const words = about.toLowerCase().match(/[a-z]{4,}/g) ?? []
  const scored = lists.map(({ items, before, after }) => {
    const near = `${before} ${after}`.toLowerCase()
    const score = words.filter((word) => near.includes(word)).length + (/select|list|choice|choose/.test(near) ? 2 : 0)
    return { items, score: score + Math.min(items.length, 6) / 4 }
  })
  const best = scored.toSorted((a, b) => b.score - a.score)[0]
  const options = [...new Set(best?.items ?? ['One', 'Two'])]
  const chosen = options.find((option) =>
    lists.some(({ after }) => new RegExp(`\\b${option}\\b (?:is )?chosen`).test(after)),
  )
  return { options, ...(chosen === undefined ? {} : { chosen }) }
}

/** The page that the description names, or the first one. */
function addressFor(about: string, addresses: readonly string[]): string | undefined {
  const own = stem(about.split(' ')[0] ?? '')
  const isNamed = (url: string) => new RegExp(`to the (?:[\\w ]* )?${stem(url).replaceAll('_', ' ')}`, 'i').test(about)
  return addresses.find((url) => stem(url) === own) ?? addresses.find(isNamed) ?? addresses[0]
}

/** Fills fields with initial values: "(1.10, 0.85, 160 and 0.95 at first)" applies to a page with four fields. */
function withFirstValues(slots: readonly Slot[], { lists }: Lexicon): Slot[] {
  const fields = slots.filter(({ kind }) => kind === 'field')
  const first = lists.find(
    ({ items, after }) =>
      items.length === fields.length && items.every((item) => /^[\d.]+$/.test(item)) && /^(?: at)? first/.test(after),
  )
  return slots.map((slot) => {
    const value = first?.items[fields.indexOf(slot)]
    return value === undefined ? slot : { ...slot, value }
  })
}
