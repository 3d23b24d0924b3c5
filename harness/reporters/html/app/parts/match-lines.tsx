import type { FileView } from '../../data.ts'
import { bytes } from '../format.ts'

/** Two matched files, or one without a partner. */
export interface Match {
  readonly produced?: string | undefined
  readonly canonical?: string | undefined
  /** From 0 to 1; undefined if it was not scored. */
  readonly score?: number
  /** The language as which the two were compared. */
  readonly language?: string
  /** Components of the score. */
  readonly parts?: Readonly<Record<string, number | undefined>>
}

interface Props {
  readonly produced: readonly FileView[]
  readonly canonical: readonly FileView[]
  readonly matches: readonly Match[]
  readonly chosen: Match
  readonly onChoose: (match: Match) => void
}

/** Height of a row in pixels, as in the style sheet. */
const ROW = 30

/** Two columns of files, and a line for each pair: thicker lines mean more similar files. */
export function MatchLines({ produced, canonical, matches, chosen, onChoose }: Props) {
  const matchOf = (side: 'produced' | 'canonical', path: string): Match =>
    matches.find((match) => match[side] === path) ?? { [side]: path }
  const rows = Math.max(produced.length, canonical.length)
  return (
    <div class={`match ${canonical.length === 0 ? 'alone' : ''}`}>
      <Column title="Produced" side="produced" files={produced} matchOf={matchOf} chosen={chosen} onChoose={onChoose} />
      {canonical.length > 0 && (
        <svg
          class="match-lines"
          viewBox={`0 0 100 ${String(rows * ROW)}`}
          preserveAspectRatio="none"
          style={{ height: `${String(rows * ROW)}px` }}
          aria-hidden="true"
        >
          {matches.filter(isPair).map((match) => (
            <path
              key={match.produced}
              d={curve(indexOf(produced, match.produced), indexOf(canonical, match.canonical))}
              class={match.produced === chosen.produced ? 'chosen' : ''}
              style={{
                strokeWidth: `${String(1 + 5 * (match.score ?? 0.2))}px`,
                strokeOpacity: String(0.35 + 0.65 * (match.score ?? 0)),
              }}
            />
          ))}
        </svg>
      )}
      {canonical.length > 0 && (
        <Column
          title="Canonical"
          side="canonical"
          files={canonical}
          matchOf={matchOf}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </div>
  )
}

function isPair({ produced, canonical }: Match): boolean {
  return produced !== undefined && canonical !== undefined
}

function indexOf(files: readonly FileView[], path: string | undefined): number {
  return files.findIndex((file) => file.path === path)
}

function curve(from: number, to: number): string {
  const [a, b] = [(from + 0.5) * ROW, (to + 0.5) * ROW]
  return `M0 ${String(a)}C50 ${String(a)} 50 ${String(b)} 100 ${String(b)}`
}

interface ColumnProps extends Pick<Props, 'chosen' | 'onChoose'> {
  readonly title: string
  readonly side: 'produced' | 'canonical'
  readonly files: readonly FileView[]
  readonly matchOf: (side: 'produced' | 'canonical', path: string) => Match
}

function Column({ title, side, files, matchOf, chosen, onChoose }: ColumnProps) {
  return (
    <ul class="match-column" aria-label={`${title} files`}>
      {files.map(({ path, bytes: size }) => {
        const match = matchOf(side, path)
        const partner = match[side === 'produced' ? 'canonical' : 'produced']
        return (
          <li key={path}>
            <button
              type="button"
              aria-pressed={chosen[side] === path}
              onClick={() => onChoose(match)}
              class={partner === undefined ? 'lonely' : ''}
            >
              <span>{path}</span>
              <small>{match.score === undefined ? bytes(size) : match.score.toFixed(2)}</small>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
