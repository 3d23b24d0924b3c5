/**
 * Writes the input workbooks of the mission `timetable`: `tsx scripts/materials/timetable.ts [folder]`. Deterministic:
 * a second run writes the same bytes. Only `example.xlsx` is shown to producers.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generator } from './shared/random.ts'
import { bytesOf, type Rows, type Sheet, type Value } from './shared/workbook.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'missions', 'timetable', 'materials')
const HEADINGS = ['Course', 'Teacher', 'Room', 'Group', 'Day', 'Start', 'End']

/** A sheet of lessons from lines of text: "Course | Teacher | Room | Group | Day | Start | End". */
function lessons(lines: string): Rows {
  const rows = lines.trim().split('\n')
  return [HEADINGS, ...rows.map((line) => (line.trim() === '' ? [] : line.split('|').map((value) => value.trim())))]
}

const EXAMPLE = lessons(`
  Algebra   | Ms Gray  | R101  | 10A | Monday    | 09:00 | 10:30
  Physics   | Mr Stone | Lab 1 | 10A | Monday    | 10:45 | 12:15
  Poetry    | Mrs Lark | R204  | 11A | Friday    | 14:00 | 15:00
  Algebra   | Ms Gray  | R101  | 10B | Monday    | 10:45 | 12:15
  Poetry    | Mrs Lark | R204  | 10B | Monday    | 09:00 | 10:30
  Chemistry | Mr Stone | Lab 1 | 11A | Monday    | 11:30 | 13:00
  History   | Mr Oak   | R101  | 11A | Wednesday | 09:00 | 10:30
  Poetry    | Mrs Lark | R204  | 10A | Wednesday | 09:00 | 10:30
  Algebra   | Ms Gray  | R101  | 10A | Thursday  | 08:00 | 09:30
  History   | Mr Oak   | R204  | 10B | Friday    | 13:30 | 14:15
  Physics   | Mr Stone | Lab 2 | 10B | Friday    | 10:45 | 12:00
  Sports    | Ms Reed  | Gym   | 11A | Tuesday   | 14:00 | 16:00
`)

const COLUMNS: Rows = [
  ['End', 'Group', 'Remarks', 'Room', 'Start', 'Course', 'Day', 'Floor', 'Teacher'],
  ['12:40', '6K', 'bring a map', 'E2', '11:10', 'Geography', 'Tuesday', 2, 'Mr Vale'],
  ['09:35', '6K', 'Course', 'E5', '08:05', 'Music', 'Friday', 5, 'Ms Bell'],
  ['12:40', '6L', null, 'E2', '11:10', 'Biology', 'Thursday', 2, 'Mr Vale'],
]
const NOTES: Rows = [HEADINGS, ['Decoy', 'Nobody', 'Z9', '6Z', 'Monday', '07:00', '08:00']]

const UNTIDY: Rows = [
  HEADINGS,
  [],
  ['  Latin ', 'Mr Ash', 101, ' 12X', 'Monday  ', ' 08:00', '09:00 '],
  [null, '   ', null, '', null, null, null],
  ['Greek', ' Mr Ash ', 101, '12X', ' Monday', '09:00', '10:00'],
  [],
  [],
  ['Drawing', 'Ms Elm', '  101', '12X ', 'Tuesday', '08:00 ', '09:00'],
]

const GROUPS = lessons(`
  Spelling | Ms Tern | C1 | 8/2 [b] | Monday  | 08:00 | 09:00
  Reading  | Mr Kite | C2 | 8/1     | Monday  | 08:00 | 09:00
  Writing  | Ms Tern | C1 | 7:1     | Tuesday | 08:00 | 09:00
  Spelling | Mr Kite | C2 | 9*?     | Tuesday | 08:00 | 09:00
  Reading  | Ms Tern | C1 | 7:1     | Friday  | 08:00 | 09:00
`)

const SLOTS = lessons(`
  Botany    | Mr Fern | S1 | 7C | Friday    | 13:00 | 14:00
  Zoology   | Ms Lynx | S2 | 7C | Thursday  | 08:15 | 09:45
  Geology   | Mr Flint | S3 | 7C | Tuesday  | 10:00 | 11:30
  Astronomy | Ms Nova | S4 | 7C | Wednesday | 08:15 | 09:00
  Ecology   | Mr Fern | S1 | 7C | Monday    | 08:15 | 09:45
  Geology   | Mr Flint | S3 | 7C | Friday   | 08:15 | 09:45
  Optics    | Ms Nova | S4 | 7C | Thursday  | 07:45 | 10:15
`)

const SHARED = lessons(`
  Spanish | Ms Paz   | L3 | 11F | Wednesday | 10:00 | 10:45
  French  | Mr Roux  | L1 | 11F | Wednesday | 10:00 | 10:45
  German  | Frau Amt | L2 | 11F | Thursday  | 10:00 | 10:45
  Italian | Ms Riva  | L2 | 11F | Wednesday | 10:00 | 10:45
  Danish  | Mr Dahl  | L4 | 11F | Wednesday | 10:00 | 11:30
`)

const CHARACTERS = lessons(`
  R&D <Lab> | Zoë "Z" O'Hara  | A&B    | Ünit 1 | Monday | 08:00 | 09:00
  =1+1      | Łukasz Świętek  | <b>2   | Ünit 1 | Friday | 08:00 | 09:00
  C++ &amp; | 山田 太郎       | #4 100% | Ünit 1 | Monday | 09:00 | 10:00
`)

const HOURS = lessons(`
  Weaving  | Ms Wool  | T1 | 3A | Monday    | 08:00 | 08:50
  Knitting | Mr Yarn  | T2 | 3B | Tuesday   | 08:00 | 08:50
  Sewing   | Mr Linen | T3 | 3A | Wednesday | 08:00 | 08:50
`)

const EDGES = lessons(`
  Choir     | Ms Finch  | Hall   | 5A | Thursday  | 10:00 | 11:00
  Drama     | Ms Finch  | Hall   | 5B | Thursday  | 11:00 | 12:00
  Dance     | Mr Wren   | Hall   | 5C | Thursday  | 10:15 | 10:45
  Painting  | Mrs Crane | Studio | 5A | Tuesday   | 14:00 | 15:30
  Pottery   | Mrs Crane | Studio | 5B | Tuesday   | 13:00 | 14:30
  Weaving   | Mrs Crane | Studio | 5C | Wednesday | 14:00 | 15:30
  Judo      | Mr Heron  | Mat 1  | 5A | Monday    | 09:00 | 12:00
  Karate    | Mr Heron  | Mat 2  | 5B | Monday    | 09:30 | 10:00
  Boxing    | Mr Heron  | Ring   | 5C | Monday    | 11:00 | 11:30
  Orchestra | Mr Wren   | Hall   | 5A | Friday    | 08:00 | 09:00
  Band      | Ms Finch  | Hall   | 5B | Friday    | 08:00 | 08:30
`)

const CALM = lessons(`
  Law       | Dr Moot | H1 | 2P | Monday    | 08:00 | 09:00
  Politics  | Dr Moot | H1 | 2Q | Monday    | 09:00 | 10:00
  Ethics    | Dr Moot | H1 | 2P | Tuesday   | 08:30 | 09:30
  Logic     | Ms Prim | H2 | 2Q | Monday    | 08:30 | 09:30
  Rhetoric  | Ms Prim | H2 | 2P | Wednesday | 08:30 | 09:30
`)

/** Sixty random lessons. */
function term(seed: number): Rows {
  const random = generator(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const clock = (minutes: number) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  const lesson = (): Value[] => {
    const start = 8 * 60 + 30 * Math.floor(random() * 16)
    return [
      pick(['Acting', 'Baking', 'Coding', 'Diving', 'Editing', 'Fencing', 'Golf', 'Hiking', 'Ironing', 'Juggling']),
      pick(['Abel Moss', 'Bea North', 'Carl Olm', 'Dora Pike', 'Emil Quist', 'Fay Rook', 'Gus Shaw', 'Hana Teal']),
      pick(['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9']),
      pick(['Blue', 'Green', 'Indigo', 'Orange', 'Red', 'Violet']),
      pick(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']),
      clock(start),
      clock(start + pick([40, 45, 50, 60, 90])),
    ]
  }
  return [HEADINGS, ...Array.from({ length: 60 }, lesson)]
}

/** The example with one cell replaced and an empty third row, so that row numbers and lesson numbers differ. */
function spoilt(row: number, heading: string, value: Value): Rows {
  const rows: Value[][] = EXAMPLE.map((cells) => [...cells])
  rows.splice(2, 0, [])
  const cells = rows[row - 1]
  if (cells === undefined || cells.length === 0) throw new Error(`row ${row} has no lesson`)
  cells[HEADINGS.indexOf(heading)] = value
  return rows
}

function without(heading: string): Rows {
  const place = HEADINGS.indexOf(heading)
  return EXAMPLE.map((cells) => cells.filter((_, column) => column !== place))
}

const WORKBOOKS: Readonly<Record<string, readonly Sheet[]>> = {
  'example.xlsx': [{ name: 'Lessons', rows: EXAMPLE }],
  'columns.xlsx': [
    { name: 'Plan', rows: COLUMNS },
    { name: 'Lessons', rows: NOTES },
  ],
  'untidy.xlsx': [{ name: 'Lessons', rows: UNTIDY }],
  'groups.xlsx': [{ name: 'Lessons', rows: GROUPS }],
  'slots.xlsx': [{ name: 'Lessons', rows: SLOTS }],
  'shared.xlsx': [{ name: 'Lessons', rows: SHARED }],
  'characters.xlsx': [{ name: 'Lessons', rows: CHARACTERS }],
  'hours.xlsx': [{ name: 'Lessons', rows: HOURS }],
  'edges.xlsx': [{ name: 'Lessons', rows: EDGES }],
  'calm.xlsx': [{ name: 'Lessons', rows: CALM }],
  'term.xlsx': [{ name: 'Lessons', rows: term(20240101) }],
  'no-room.xlsx': [{ name: 'Lessons', rows: without('Room') }],
  'no-lessons.xlsx': [{ name: 'Lessons', rows: [HEADINGS, [], []] }],
  'funday.xlsx': [{ name: 'Lessons', rows: spoilt(7, 'Day', 'Funday') }],
  'saturday.xlsx': [{ name: 'Lessons', rows: spoilt(14, 'Day', 'Saturday') }],
  'hour-9.xlsx': [{ name: 'Lessons', rows: spoilt(9, 'Start', '9:00') }],
  'hour-24.xlsx': [{ name: 'Lessons', rows: spoilt(14, 'End', '24:00') }],
  'hour-25.xlsx': [{ name: 'Lessons', rows: spoilt(5, 'End', '25:00') }],
  'minute-60.xlsx': [{ name: 'Lessons', rows: spoilt(8, 'End', '12:60') }],
  'noon.xlsx': [{ name: 'Lessons', rows: spoilt(11, 'Start', 'noon') }],
  'backwards.xlsx': [{ name: 'Lessons', rows: spoilt(9, 'End', '08:30') }],
  'instant.xlsx': [{ name: 'Lessons', rows: spoilt(13, 'End', '10:45') }],
  'no-teacher.xlsx': [{ name: 'Lessons', rows: spoilt(6, 'Teacher', null) }],
}

const folder = process.argv[2] ?? FOLDER
await mkdir(folder, { recursive: true })
for (const [name, sheets] of Object.entries(WORKBOOKS))
  await writeFile(join(folder, name), await bytesOf(sheets, 'timetable'))
