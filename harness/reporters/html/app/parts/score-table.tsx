import { decimals } from '../../../percent.ts'
import { Scroll } from './scroll.tsx'

/** A value of a scorer in one of its settings. */
interface Line {
  readonly name: string
  readonly setting: string
  readonly value?: number | undefined
  /** Why there is no value. */
  readonly reason?: string | undefined
}

interface Props<L extends Line> {
  readonly label: string
  /** Title of the column with the names. */
  readonly title: string
  readonly class?: string
  readonly lines: readonly L[]
  /** Stands for a value that is missing, before its reason. */
  readonly missing: string
  /** Shown after a value, in small letters. */
  readonly note: (line: L) => string | undefined
  /** Shown under a name. */
  readonly about?: (name: string) => string | undefined
}

/** Name × setting: the values of scorers. */
export function ScoreTable<L extends Line>(props: Props<L>) {
  const { label, title, lines, missing, note, about } = props
  const names = [...new Set(lines.map(({ name }) => name))]
  const settings = [...new Set(lines.map(({ setting }) => setting))]
  return (
    <Scroll label={label}>
      <table class={`digests similarity ${props.class ?? ''}`.trim()}>
        <thead>
          <tr>
            <th scope="col">{title}</th>
            {settings.map((each) => (
              <th scope="col" key={each}>
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {about?.(name) !== undefined && <p>{about(name)}</p>}
              </th>
              {settings.map((setting) => {
                const line = lines.find((each) => each.name === name && each.setting === setting)
                return (
                  <td key={setting}>
                    <Value line={line} missing={missing} note={line && note(line)} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

interface ValueProps {
  readonly line: Line | undefined
  readonly missing: string
  readonly note: string | undefined
}

function Value({ line, missing, note }: ValueProps) {
  if (line?.value === undefined)
    return <span class="absent">{`${missing}${line?.reason === undefined ? '' : `: ${line.reason}`}`}</span>
  return (
    <>
      <b>{decimals(line.value, 3)}</b> {note !== undefined && <small>{note}</small>}
    </>
  )
}
