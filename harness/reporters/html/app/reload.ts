import type { Overview } from '../data.ts'
import { withStorage } from './storage.ts'

/** Milliseconds until the page of a run that goes on is loaded again. */
const PAUSE = 5000
/** A report as old as this (ms) belongs to a run that was killed: no trial takes longer. */
const ABANDONED = 6 * 3_600_000
/** Remembers, for the page in this window, that it was loaded again after a failure. */
const TRIED = 'pe-loaded-again'

/** Loads the page again while its run goes on. The browser keeps the view, which is in the address, and the position. */
export function reloadWhileUnfinished({ unfinishedAt }: Pick<Overview, 'unfinishedAt'>): void {
  if (unfinishedAt === undefined || Date.now() - Date.parse(unfinishedAt) > ABANDONED) return
  setTimeout(() => {
    if (document.hidden || isUsed()) reloadWhileUnfinished({ unfinishedAt })
    else location.reload()
  }, PAUSE)
}

/** The page may have been loaded while its data was replaced: it is loaded once more. */
export function reloadAfterFailure(): void {
  // Without storage, nothing would end a series of failures.
  const wasTried = withStorage('sessionStorage', (storage) => storage.getItem(TRIED) !== null) ?? true
  if (wasTried) return
  withStorage('sessionStorage', (storage) => {
    storage.setItem(TRIED, 'yes')
  })
  setTimeout(() => {
    location.reload()
  }, PAUSE)
}

/** The next failure is a new one. */
export function noteLoaded(): void {
  withStorage('sessionStorage', (storage) => {
    storage.removeItem(TRIED)
  })
}

/** Whether a reader types, has selected text, or has a dialog open: a new page would take that away. */
function isUsed(): boolean {
  const selected = document.getSelection()?.isCollapsed === false
  return (
    selected || document.activeElement instanceof HTMLInputElement || document.querySelector('dialog[open]') !== null
  )
}
