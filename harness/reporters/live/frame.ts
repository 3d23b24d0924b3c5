import { shortVariant } from '../../contracts/variants.ts'
import { printable, shortenText, shortenedInside } from '../printable.ts'
import { countedStatuses, type InFlight, type RunProgress } from './progress.ts'

export interface Room {
  readonly columns: number
  readonly rows: number
}

/** The lines that the display shows at one moment, none wider than the terminal. */
export function frameOf(progress: RunProgress, now: number, { columns, rows }: Room): string[] {
  const fixed = [headLine(progress, now), countsLine(progress)].filter((line) => line !== '')
  // One line above is needed for the growing list of trials, and one below for the cursor.
  const room = Math.max(1, Math.min(MOST_TRIALS, rows - fixed.length - 2))
  const running = [...progress.inFlight.values()]
  const shown = running.length > room ? running.slice(0, room - 1) : running
  const more = running.length - shown.length
  return [...fixed, ...trialLines(shown, now, columns - 1), ...(more > 0 ? [`  … and ${String(more)} more`] : [])].map(
    (line) => shortenText(line, columns - 1),
  )
}

const MOST_TRIALS = 16
const BAR = 20

function headLine(progress: RunProgress, now: number): string {
  const { total, ended } = progress
  const done = total === 0 ? 0 : Math.floor((ended / total) * BAR)
  const left = progress.left(now)
  const parts = [
    `${'█'.repeat(done)}${'░'.repeat(BAR - done)} ${String(ended)}/${String(total)} trials`,
    duration(now - progress.began),
    ...(left === undefined || ended === total ? [] : [`about ${duration(left)} left`]),
    ...costParts(progress),
  ]
  return parts.join('  ')
}

function costParts({ cost, costUnknown }: RunProgress): string[] {
  if (cost === undefined) return []
  const unknown = costUnknown === 0 ? '' : ` + ${String(costUnknown)} unknown`
  return [`$${cost.toFixed(cost < 1 ? 4 : 2)}${unknown}`]
}

function countsLine(progress: RunProgress): string {
  return countedStatuses(progress)
    .map(([status, count]) => `${String(count)} ${status}`)
    .join('  ')
}

/**
 * Columns of equal width, so that lines can be read downwards. On a narrow terminal names lose their middle: the sample, the stage
 * and the seconds stay.
 */
function trialLines(trials: readonly InFlight[], now: number, width: number): string[] {
  const rows = trials.map(({ key, stage, since, judged, points }) => [
    printable(key.mission),
    printable(`${key.agent} ${shortVariant(key.variant)} #${String(key.sample)}`),
    stage === 'judge' && points !== undefined ? `judged ${String(judged)} of ${String(points)}` : printable(stage),
    duration(now - since),
  ])
  const natural = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)))
  const [mission = 0, name = 0, ...others] = natural
  const room = width - GAP * natural.length - others.reduce((sum, each) => sum + each, 0)
  const widths = [...namesWithin(mission, name, room), ...others]
  return rows.map((row) =>
    row
      .map(
        (cell, column) => `${' '.repeat(GAP)}${shortenedInside(cell, widths[column] ?? 0).padEnd(widths[column] ?? 0)}`,
      )
      .join('')
      .trimEnd(),
  )
}

/** Spaces before each column. */
const GAP = 2
/** Characters of a name that are shown on any terminal. */
const LEAST = 8

/** Widths of the two columns of names in some room: the wider one is narrowed first. */
function namesWithin(mission: number, name: number, room: number): [number, number] {
  const half = Math.max(LEAST, Math.floor(room / 2))
  if (mission + name <= room) return [mission, name]
  if (mission <= half) return [mission, Math.max(LEAST, room - mission)]
  return name <= half ? [Math.max(LEAST, room - name), name] : [half, Math.max(LEAST, room - half)]
}

/** `7 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  if (hours > 0) return `${String(hours)} h ${String(minutes)} min`
  return minutes > 0 ? `${String(minutes)} min ${String(seconds % 60)} s` : `${String(seconds)} s`
}
