import { useState } from 'preact/hooks'
import type { TrajectoryStep } from '../../../../contracts/schema.ts'
import { bytes, count } from '../format.ts'

/** The files of the project after each step that changed some: a film, which the reader moves with a slider. */
export function GrowingProject({ steps }: { readonly steps: readonly TrajectoryStep[] }) {
  const changing = steps.filter(({ extra }) => (extra.files ?? []).length > 0)
  const [position, setPosition] = useState(changing.length)
  if (changing.length === 0) return null
  const files = new Map<string, number>()
  const last = changing.slice(0, position)
  for (const { extra } of last)
    for (const { path, change, bytes: size } of extra.files ?? [])
      if (change === 'removed') files.delete(path)
      else files.set(path, size)
  const changed = new Set((last.at(-1)?.extra.files ?? []).map(({ path }) => path))
  const step = last.at(-1)?.step_id
  return (
    <section class="growing-project">
      <label>
        Files after {step === undefined ? 'the beginning' : `step ${String(step)}`}{' '}
        <input
          type="range"
          min={0}
          max={changing.length}
          value={position}
          onInput={({ currentTarget }) => setPosition(Number(currentTarget.value))}
        />
      </label>{' '}
      <small>{count(files.size, 'file')}</small>
      <ul>
        {[...files]
          .toSorted(([one], [other]) => one.localeCompare(other))
          .map(([path, size]) => (
            <li key={path} class={changed.has(path) ? 'changed' : undefined}>
              {path} <small>{bytes(size)}</small>
            </li>
          ))}
      </ul>
    </section>
  )
}
