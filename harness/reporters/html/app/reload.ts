import type { Overview } from '../data.ts'

/** Milliseconds until the page of a run that goes on is loaded again. */
const PAUSE = 5000
/** A report as old as this (ms) belongs to a run that was killed: nobody writes it again. */
const ABANDONED = 15 * 60_000

/** Loads the page again while its run goes on. The browser keeps the view, which is in the address, and the position. */
export function reloadWhileUnfinished({ unfinishedAt }: Pick<Overview, 'unfinishedAt'>): void {
  if (unfinishedAt === undefined || Date.now() - Date.parse(unfinishedAt) > ABANDONED) return
  setTimeout(() => {
    if (document.hidden || isUsed()) reloadWhileUnfinished({ unfinishedAt })
    else location.reload()
  }, PAUSE)
}

/** Whether a reader types, has selected text, or has a dialog open: a new page would take that away. */
function isUsed(): boolean {
  const selected = document.getSelection()?.isCollapsed === false
  return (
    selected || document.activeElement instanceof HTMLInputElement || document.querySelector('dialog[open]') !== null
  )
}
