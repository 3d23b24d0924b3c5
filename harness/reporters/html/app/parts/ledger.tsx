import type { LedgerRecord } from '../../../../contracts/schema.ts'
import type { LedgerEntry } from '../../../../contracts/vocabulary.ts'
import { duration } from '../format.ts'

const LABELS: Readonly<Record<LedgerEntry, { readonly name: string; readonly about: string }>> = {
  agent: { name: 'Agent', about: 'the agent works, or waits for its model' },
  queue: { name: 'Queue', about: 'the trial waits until the machine has room for it' },
  install: { name: 'Install', about: 'packages of the project are installed' },
  boot: { name: 'Boot', about: 'the project starts, until it answers, and ends' },
  browser: { name: 'Browser', about: 'the browser starts, opens pages, forgets everything, and closes' },
  actions: { name: 'Actions', about: 'clicks, inputs and navigations, with what the page and its server do in answer' },
  expectations: { name: 'Expectations', about: 'looks at the page, and waits for what is expected' },
  program: { name: 'Program', about: 'a program or a test suite of the project runs' },
  evidence: { name: 'Evidence', about: 'screenshots, traces and texts of what did not pass' },
  harness: { name: 'Harness', about: 'everything else: the harness itself' },
  idle: { name: 'Idle', about: 'no trial was running' },
}
const ORDER = Object.keys(LABELS) as LedgerEntry[]

/** Milliseconds of the shortest entry that is shown. */
const LEAST = 1

interface Props {
  readonly ledger: LedgerRecord
  readonly id: string
  readonly title: string
  /** Shown after the total. */
  readonly note?: string
}

/** Where the time went: a bar whose parts add up to the wall time, and its legend. */
export function LedgerBar({ ledger, id, title, note }: Props) {
  const entries = ORDER.flatMap((entry) => {
    const milliseconds = ledger[entry] ?? 0
    return milliseconds >= LEAST ? [{ entry, milliseconds, ...LABELS[entry] }] : []
  })
  const total = entries.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  if (total === 0) return null
  return (
    <section class="ledger" aria-labelledby={id}>
      <h2 id={id}>
        {title}{' '}
        <small>
          {duration(total)} in all{note === undefined ? '' : ` · ${note}`}
        </small>
      </h2>
      <div class="ledger-bar" aria-hidden="true">
        {entries.map(({ entry, milliseconds, name }) => (
          <span key={entry} class={`spent-${entry}`} style={{ flexGrow: milliseconds / total }} title={name} />
        ))}
      </div>
      <ul class="ledger-legend">
        {entries.map(({ entry, milliseconds, name, about }) => (
          <li key={entry} title={about}>
            <i class={`spent-${entry}`} aria-hidden="true" /> {name} <b>{duration(milliseconds)}</b>{' '}
            <small>{shareText(milliseconds / total)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function shareText(share: number): string {
  return share < 0.01 ? 'below 1%' : `${String(Math.round(share * 100))}%`
}
