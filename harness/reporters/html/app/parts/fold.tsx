/** Characters of a text that is shown without being unfolded. */
const SHORT = 700

interface Props {
  readonly title: string
  readonly text: string
  /** Shown without a title if it is short. */
  readonly isPlain?: boolean
}

/** A text that is folded, unless it is short. */
export function Fold({ title, text, isPlain = false }: Props) {
  const content = (
    <pre tabIndex={0} aria-label={title}>
      {text}
    </pre>
  )
  if (isPlain && text.length <= SHORT) return content
  return (
    <details class="fold">
      <summary>
        {title} <small>{text.length > SHORT ? `${text.length.toLocaleString('en')} characters` : ''}</small>
      </summary>
      {content}
    </details>
  )
}
