import type { ComponentChildren } from 'preact'

interface Props {
  readonly label: string
  readonly children: ComponentChildren
}

/** A region that scrolls by itself, also by keys, for content that may be wider than the screen. */
export function Scroll({ label, children }: Props) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
