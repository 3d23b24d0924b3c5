import type { ContractTask } from '../../../../contracts/schema.ts'
import { Scroll } from './scroll.tsx'

/** Pixels. */
const BOX = { width: 210, height: 40 } as const
const GAP = { across: 60, down: 14 } as const
/** Characters of a path in a box. */
const LONGEST = 30

interface Placed {
  readonly task: ContractTask
  readonly x: number
  readonly y: number
}

/** The files of a contract, each to the right of those that it needs. The table beside it has the same as text. */
export function TaskGraph({ tasks }: { readonly tasks: readonly ContractTask[] }) {
  const placed = placedTasks(tasks)
  const all = [...placed.values()]
  const width = Math.max(...all.map(({ x }) => x + BOX.width), 0) + 2
  const height = Math.max(...all.map(({ y }) => y + BOX.height), 0) + 2
  return (
    <Scroll label="Task graph">
      <svg
        class="task-graph"
        width={width}
        height={height}
        role="img"
        aria-label="The files, each to the right of those that it needs; the table below has the same"
      >
        {all.flatMap((to) =>
          to.task.needs.flatMap((need) => {
            const from = placed.get(need)
            return from ? [<path key={`${need} ${to.task.file}`} d={curve(from, to)} />] : []
          }),
        )}
        {all.map((each) => (
          <Box key={each.task.file} placed={each} />
        ))}
      </svg>
    </Scroll>
  )
}

function Box({ placed: { task, x, y } }: { readonly placed: Placed }) {
  const { file, status } = task
  return (
    <g class={`task-${status.toLowerCase()}`}>
      <title>
        {file}: {status}
      </title>
      <rect x={x + 1} y={y + 1} width={BOX.width} height={BOX.height} rx="5" />
      <text x={x + 9} y={y + 17}>
        {file.length > LONGEST ? `…${file.slice(-LONGEST)}` : file}
      </text>
      <text class="state" x={x + 9} y={y + 33}>
        {status}
      </text>
    </g>
  )
}

function curve(from: Placed, to: Placed): string {
  const [a, b] = [from.y + BOX.height / 2, to.y + BOX.height / 2]
  const [left, right] = [from.x + BOX.width + 1, to.x + 1]
  const middle = (left + right) / 2
  return `M${String(left)} ${String(a)}C${String(middle)} ${String(a)} ${String(middle)} ${String(b)} ${String(right)} ${String(b)}`
}

/** In columns: a file is one column to the right of the last file that it needs. */
function placedTasks(tasks: readonly ContractTask[]): ReadonlyMap<string, Placed> {
  const columns = columnsOf(tasks)
  const filled = new Map<number, number>()
  return new Map(
    tasks.map((task) => {
      const column = columns.get(task.file) ?? 0
      const row = filled.get(column) ?? 0
      filled.set(column, row + 1)
      return [task.file, { task, x: column * (BOX.width + GAP.across), y: row * (BOX.height + GAP.down) }]
    }),
  )
}

/** Ends also if the record has a circle: there are no more passes than files. */
function columnsOf(tasks: readonly ContractTask[]): ReadonlyMap<string, number> {
  const columns = new Map(tasks.map(({ file }) => [file, 0]))
  let changed = true
  for (let pass = 0; changed && pass < tasks.length; pass += 1) {
    changed = false
    for (const { file, needs } of tasks) {
      const right = Math.max(0, ...needs.map((need) => (columns.get(need) ?? -1) + 1))
      if (right === columns.get(file) || right >= tasks.length) continue
      columns.set(file, right)
      changed = true
    }
  }
  return columns
}
