import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Problem } from './problem.tsx'
import { loadChunk } from '../load.ts'

type Loaded<T> = { readonly name: string } & ({ readonly value: T } | { readonly error: unknown })

interface Props<T> {
  readonly name: string
  readonly children: (value: T) => ComponentChildren
}

/** Shows the content of a chunk of data, once it is loaded. */
export function Chunk<T>({ name, children }: Props<T>) {
  const [loaded, setLoaded] = useState<Loaded<T>>()
  useEffect(() => {
    let wanted = true
    const keep = (result: Loaded<T>) => wanted && setLoaded(result)
    loadChunk<T>(name).then(
      (value) => keep({ name, value }),
      (error: unknown) => keep({ name, error }),
    )
    return () => {
      wanted = false
    }
  }, [name])
  // The loaded chunk may still be that of the previous view.
  if (loaded?.name !== name) return <p class="loading">Loading…</p>
  return 'error' in loaded ? <Problem error={loaded.error} /> : <>{children(loaded.value)}</>
}
