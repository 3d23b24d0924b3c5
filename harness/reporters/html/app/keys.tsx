import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Route } from './route.ts'

const SHORTCUTS = [
  ['/', 'find a testcode'],
  ['j  k', 'next, previous testcode that did not pass'],
  ['←  ↑  →  ↓', 'from cell to cell of a table'],
  ['u', 'up: from a testcode to its trial, from a trial to the overview'],
  ['?', 'this list'],
] as const

/**
 * Keyboard shortcuts, which do not work in text fields. A key clicks the link with that `data-key`. Keys are queued until the page
 * of the current address is shown, because a user may type faster than pages are shown.
 */
export function useKeys(route: Route, onHelp: () => void): void {
  const shown = useRef(location.hash)
  const early = useRef<string[]>([])
  useLayoutEffect(() => {
    shown.current = location.hash
    // Presses the queued keys until one of them opens another page. A key without a meaning on this page is dropped here.
    while (shown.current === location.hash) {
      const key = early.current.shift()
      if (key === undefined) return
      press(key)
    }
  }, [route])
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') onHelp()
      else if (event.key === '/') focusSearch(event)
      else if (shown.current === location.hash) press(event.key)
      else early.current.push(event.key)
    }
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

function press(key: string): void {
  document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.click()
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, select, textarea, dialog *')
}

function focusSearch(event: KeyboardEvent): void {
  const search = document.querySelector<HTMLInputElement>('input[type="search"]')
  if (!search) return
  event.preventDefault()
  search.focus()
}

/** Arrow keys move between the links of a table. Only one of these links is in the tab order. */
export function moveInTable(event: KeyboardEvent): void {
  const link = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-cell]') : null
  const table = link?.closest('table')
  if (!link || !table) return
  const next = event.key.startsWith('Arrow') ? neighbour(link, table, event.key) : undefined
  if (!next) return
  event.preventDefault()
  for (const other of table.querySelectorAll('[data-cell][tabindex="0"]')) other.setAttribute('tabindex', '-1')
  next.setAttribute('tabindex', '0')
  next.focus()
}

function neighbour(link: HTMLElement, table: HTMLTableElement, key: string): HTMLElement | undefined {
  const cell = link.closest('td')
  const row = link.closest('tr')
  if (!cell || !row) return undefined
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const links = linksOf(row)
    return links[links.indexOf(link) + (key === 'ArrowRight' ? 1 : -1)]
  }
  const rows = [...table.querySelectorAll('tbody tr')].filter((each) => linksOf(each).length > 0)
  const wanted = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)]?.children[cell.cellIndex]
  const place = linksOf(cell).indexOf(link)
  return wanted && (linksOf(wanted)[place] ?? linksOf(wanted).at(-1))
}

function linksOf(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>('[data-cell]')]
}

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} onClose={onClose} aria-labelledby="help-title">
      <h2 id="help-title">Keyboard</h2>
      <dl class="keys">
        {SHORTCUTS.map(([keys, about]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  )
}
