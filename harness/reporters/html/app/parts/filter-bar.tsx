import { filterHref, isEmpty, type Filter } from '../filter.ts'
import type { Model } from '../model.ts'
import { replaceRoute } from '../route.ts'

interface Props {
  readonly model: Model
  readonly filter: Filter
}

export function FilterBar({ model, filter }: Props) {
  const { groups, missions } = model.overview
  const change = (part: Partial<Filter>) => replaceRoute(filterHref({ ...filter, ...part }))
  return (
    <form class="filters" role="search" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label="Find a testcode, function, mission or reason"
        placeholder={`${model.words.search}  ( / )`}
        value={filter.text}
        onInput={(event) => change({ text: event.currentTarget.value })}
      />
      {groups.length > 1 && (
        <select
          aria-label="Agent"
          value={filter.group}
          onChange={(event) => change({ group: event.currentTarget.value })}
        >
          <option value="">All agents</option>
          {groups.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
      {missions.length > 1 && (
        <select
          aria-label="Mission"
          value={filter.mission}
          onChange={(event) => change({ mission: event.currentTarget.value })}
        >
          <option value="">All missions</option>
          {missions.map(({ id, digest, title }) => (
            <option key={id + digest} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
      {!isEmpty(filter) && (
        <a class="clear" href="#/">
          Show everything
        </a>
      )}
    </form>
  )
}
