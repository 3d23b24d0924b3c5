import type { ComponentChildren } from 'preact'

interface Props {
  readonly label: string
  readonly children: ComponentChildren
}

/** What may be wider than the screen: scrolled by itself, by keys too. */
export function Scroll({ label, children }: Props) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
