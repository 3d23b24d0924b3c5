import { useRef, useState } from 'preact/hooks'
import type { Absent } from '../../data.ts'

/** Something that is not there is said so plainly. */
export function Missing({ absent }: Absent) {
  return <p class="absent">{absent}</p>
}

interface BlockProps {
  readonly title: string
  readonly text: string
  readonly note?: string
}

/** Text as a program printed it. */
export function Block({ title, text, note }: BlockProps) {
  if (text === '') return null
  return (
    <section class="block">
      <h3>
        {title} {note !== undefined && <small>{note}</small>}
      </h3>
      <pre tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </section>
  )
}

/** A command to be copied into a terminal. */
export function Command({ text }: { readonly text: string }) {
  const code = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = () => {
    selectAll(code.current)
    // Not every browser gives a page from `file://` a clipboard: there the text is selected, to be copied by hand.
    const clipboard = (navigator as { readonly clipboard?: Clipboard }).clipboard
    clipboard?.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <span class="command">
      <code ref={code}>{text}</code>
      <button type="button" onClick={copy} aria-live="polite">
        {copied ? 'Copied' : 'Copy'}
      </button>
    </span>
  )
}

function selectAll(element: Element | null): void {
  const selection = getSelection()
  if (!element || !selection) return
  selection.selectAllChildren(element)
}
