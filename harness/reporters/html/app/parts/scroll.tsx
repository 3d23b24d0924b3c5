import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly children: ComponentChildren
}

/** A region that scrolls by itself, also by keys, for content that may be wider than the screen. Its edge fades if more follows. */
export function Scroll({ label, children }: Props) {
  const region = useRef<HTMLDivElement>(null)
  const [hasMore, setMore] = useState(false)
  const look = () => {
    const box = region.current
    setMore(box !== null && box.scrollLeft + box.clientWidth < box.scrollWidth - 1)
  }
  useEffect(() => {
    const observer = new ResizeObserver(look)
    for (const each of [region.current, region.current?.firstElementChild]) if (each) observer.observe(each)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      class={hasMore ? 'scroll more' : 'scroll'}
      ref={region}
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={look}
    >
      {children}
    </div>
  )
}
