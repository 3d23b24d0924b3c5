import MiniSearch from 'minisearch'

/** A change of an earlier round, and its effect. */
export interface Remembered {
  /** The findings that the change was meant to correct. */
  readonly feedback: string
  readonly difference: string
  readonly outcome: 'better' | 'same' | 'worse'
}

const RECALLED = 2

/** The changes of one stage. */
export class Memory {
  /** Ranks by BM25+ (Lv and Zhai, CIKM 2011). */
  readonly #index = new MiniSearch<Remembered & { readonly id: number }>({ fields: ['feedback', 'difference'] })
  readonly #entries: Remembered[] = []

  add(entry: Remembered): void {
    this.#index.add({ id: this.#entries.length, ...entry })
    this.#entries.push(entry)
  }

  /** The two changes that are most similar to a text; the later one first if two are equally similar. */
  similarTo(text: string): readonly Remembered[] {
    return this.#index
      .search(text)
      .map(({ id, score }) => ({ id: id as number, score }))
      .toSorted((one, other) => other.score - one.score || other.id - one.id)
      .slice(0, RECALLED)
      .flatMap(({ id }) => this.#entries[id] ?? [])
  }
}

const OUTCOMES = {
  better: 'It helped.',
  same: 'It changed nothing.',
  worse: 'It made things worse, and was undone.',
} as const

export function memoryText(entries: readonly Remembered[]): string {
  if (entries.length === 0) return ''
  const parts = entries.map(
    ({ feedback, difference, outcome }) =>
      `Meant to correct:\n${feedback}\nThe change:\n${difference}\n${OUTCOMES[outcome]}`,
  )
  return ['Earlier changes that are similar:', ...parts].join('\n\n')
}
