import type { Status } from '../../../contracts/schema.ts'
import { LETTERS, PENDING } from '../data.ts'

/** A status, or `pending`. */
export type Shown = Status | 'pending'

export interface StatusText {
  readonly label: string
  /** The meaning of the status, and whose fault it is. */
  readonly about: string
}

/** In the order of a bar: first the statuses that count, then those outside the denominator. */
export const STATUS_TEXTS: Readonly<Record<Shown, StatusText>> = {
  passed: { label: 'passed', about: 'A user would see what the testcode expects.' },
  partial: { label: 'partial', about: 'Some of what the testcode expects: a part of its points.' },
  failed: { label: 'failed', about: 'An expectation was not met: the project’s fault.' },
  timeout: { label: 'timeout', about: 'It took too long: the project’s fault.' },
  error: { label: 'error', about: 'The project made the testcode raise.' },
  blocked: { label: 'blocked', about: 'A testcode that it needs did not pass.' },
  'bad-parameter': { label: 'bad parameter', about: 'A value is missing, or leads to nothing: the agent’s fault.' },
  'not-run': { label: 'not run', about: 'No project, or it did not install or start.' },
  unjudged: { label: 'unjudged', about: 'The harness failed: counted as not passed.' },
  excluded: { label: 'excluded', about: 'Not judged, through no fault of the project: in no denominator.' },
  pending: { label: 'pending', about: 'Not begun: counted as not passed.' },
}
export const SHOWN = Object.keys(STATUS_TEXTS) as readonly Shown[]

const BY_LETTER = new Map<string, Shown>([
  ...Object.entries(LETTERS).map(([status, letter]) => [letter, status as Status] as const),
  [PENDING, 'pending'],
])

export function statusOf(letter: string): Shown {
  return BY_LETTER.get(letter) ?? 'pending'
}

export function isInDenominator(status: Shown): boolean {
  return status !== 'excluded'
}

/** Whether a verdict says something about the project. */
export function isJudged(status: Shown): boolean {
  return isInDenominator(status) && status !== 'unjudged' && status !== 'pending'
}

const ICONS: Readonly<Record<Shown, string>> = {
  passed: 'M2.6 6.4 5 8.9l4.6-5.7',
  partial: 'M6 1.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4M6 1.8v8.4M7.6 2.6v6.8M9 3.6v4.8',
  failed: 'm3.2 3.2 5.6 5.6m0-5.6L3.2 8.8',
  timeout: 'M6 1.7a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.6M6 3.7V6l1.6 1.2',
  error: 'M6 2.2v4.9m0 2.4v.3',
  blocked: 'M6 1.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4M3.1 8.9l5.8-5.8',
  'bad-parameter': 'M2.4 4.5h7.2M2.4 7.5h7.2M8 2.2 4 9.8',
  'not-run': 'M3 6h6',
  unjudged: 'M4.2 4.3a1.9 1.9 0 1 1 2.6 1.8c-.6.2-.8.6-.8 1.2m0 2.2v.2',
  excluded: 'M3 3h6v6H3z',
  pending: 'M3 6h.01M6 6h.01M9 6h.01',
}

export function StatusIcon({ status }: { readonly status: Shown }) {
  return (
    <svg class="icon" viewBox="0 0 12 12" aria-hidden="true">
      <path d={ICONS[status]} />
    </svg>
  )
}

export function StatusChip({ status }: { readonly status: Shown }) {
  return (
    <span class={`chip s-${status}`} title={STATUS_TEXTS[status].about}>
      <StatusIcon status={status} />
      {STATUS_TEXTS[status].label}
    </span>
  )
}
