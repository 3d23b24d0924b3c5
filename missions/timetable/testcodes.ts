import { readFile } from 'node:fs/promises'
import type { Finished, ProgramFixtures, ProgramTestcodes } from 'pe'

type Workbook = Awaited<ReturnType<Finished['workbook']>>
type Grid = readonly (readonly string[])[]

const RESULT = 'result.xlsx'
const WEEK = ['Time', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const CLASHES = ['Type', 'Name', 'Day', 'First', 'Second']

/** Puts a workbook of the mission beside the program, under its own name. */
async function bring({ put, material }: ProgramFixtures, name: string): Promise<void> {
  await put(name, await readFile(material(name)))
}

/** Runs the program with these arguments and expects it to say that it went well. */
async function succeed({ expect, run }: ProgramFixtures, args: readonly string[]): Promise<Finished> {
  const finished = await run({ args })
  expect(finished.code, `the exit code after: ${args.join(' ')}`).toBe(0)
  return finished
}

/** The timetable that the program makes of a workbook of the mission. */
async function timetable(fixtures: ProgramFixtures, name: string): Promise<Workbook> {
  await bring(fixtures, name)
  return (await succeed(fixtures, [name, RESULT])).workbook(RESULT)
}

function sheetNames(workbook: Workbook): string[] {
  return workbook.worksheets.map((sheet) => sheet.name)
}

function tidy(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim()
}

/** The address of a cell, both numbers counted from 1: (2, 3) is C2. */
function address(row: number, column: number): string {
  return `${String.fromCharCode(64 + column)}${row}`
}

/** Address → text of every cell of a sheet that holds anything. */
function cellsOf(expect: ProgramFixtures['expect'], workbook: Workbook, name: string): Record<string, string> {
  const sheet = workbook.getWorksheet(name)
  expect(sheet, `the sheet ${name} among ${sheetNames(workbook).join(', ')}`).toBeTruthy()
  const cells: Record<string, string> = {}
  sheet?.eachRow((row) =>
    row.eachCell((cell) => {
      const text = tidy(cell.text)
      if (text !== '') cells[cell.address] = text
    }),
  )
  return cells
}

/** The same of rows that are expected. */
function cellsOfGrid(grid: Grid): Record<string, string> {
  const entries = grid.flatMap((texts, row) =>
    texts.map((text, column) => [address(row + 1, column + 1), text] as const),
  )
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

function expectSheet({ expect }: ProgramFixtures, workbook: Workbook, name: string, grid: Grid): void {
  expect(cellsOf(expect, workbook, name), `the cells of the sheet ${name}`).toEqual(cellsOfGrid(grid))
}

/** Expects the sheet Teachers to be this list of names and hours, which have to be numbers. */
function expectHours(
  { expect }: ProgramFixtures,
  workbook: Workbook,
  hours: readonly (readonly [string, number])[],
): void {
  const cells = cellsOf(expect, workbook, 'Teachers')
  const names = ['Teacher', ...hours.map(([name]) => name)]
  expect(Object.keys(cells).length, 'the number of filled cells of the sheet Teachers').toBe(2 * names.length)
  expect(names.map((_, row) => cells[address(row + 1, 1)])).toEqual(names)
  expect(cells['B1']).toBe('Hours')
  const values = hours.map((_, row) => workbook.getWorksheet('Teachers')?.getCell(row + 2, 2).value)
  const rounded = values.map((value) => (typeof value === 'number' ? Number(value.toFixed(6)) : value))
  expect(rounded).toEqual(hours.map(([, value]) => value))
}

/**
 * Expects the sheet Conflicts to have these rows. Those that start at one time of one day may stand in any order, so
 * they are expected as one block.
 */
function expectConflicts({ expect }: ProgramFixtures, workbook: Workbook, blocks: readonly Grid[]): void {
  const cells = cellsOf(expect, workbook, 'Conflicts')
  const row = (number: number) => CLASHES.map((_, column) => cells[address(number, column + 1)] ?? '')
  expect(row(1)).toEqual(CLASHES)
  let next = 2
  for (const block of blocks) {
    const shown = block.map((_, place) => row(next + place).join(' | '))
    expect(shown.sort()).toEqual(block.map((texts) => texts.join(' | ')).sort())
    next += block.length
  }
  expect(Object.keys(cells).length, 'the number of filled cells of the sheet Conflicts').toBe(
    (next - 1) * CLASHES.length,
  )
}

/** Runs the program on something that it must refuse, and returns its message. */
async function refusal(
  { expect, run }: ProgramFixtures,
  args: readonly string[],
  outputs: readonly string[],
): Promise<string> {
  const finished = await run({ args })
  expect(finished.code, 'the exit code after bad input').not.toBe(0)
  expect(finished.code, 'the exit code after bad input, where the program must end by itself').not.toBeNull()
  expect(finished.stderr).not.toMatch(/^\s+at .+:\d+:\d+|Traceback \(most recent call last\)/m)
  for (const output of outputs) expect(await finished.has(output), `whether ${output} was written`).toBe(false)
  return finished.stderr
}

/** Expects the example to be accepted, so that a program which refuses everything fails. */
async function acceptExample(fixtures: ProgramFixtures): Promise<void> {
  const workbook = await timetable(fixtures, 'example.xlsx')
  fixtures.expect(sheetNames(workbook)).toContain('10A')
}

/** Expects a workbook to be refused because of one cell: its row and column are named, and no other row. */
async function refuseCell(fixtures: ProgramFixtures, name: string, row: number, column: string): Promise<void> {
  const { expect } = fixtures
  await bring(fixtures, name)
  const message = (await refusal(fixtures, [name, 'refused.xlsx'], ['refused.xlsx'])).replaceAll(name, '')
  const rows = [...message.matchAll(/\brows?\W*(\d+)/gi)].map((match) => Number(match[1]))
  expect([...new Set(rows)], `the rows that are named in: ${message}`).toEqual([row])
  expect(message).toMatch(new RegExp(`\\b${column}\\b`))
}

export default {
  'default-file': async (fixtures) => {
    const { expect, file, run } = fixtures
    const before = await run({ args: ['absent.xlsx'] })
    expect(await before.has(file('output_file')), 'whether the workbook is there before any lesson was read').toBe(
      false,
    )
    await bring(fixtures, 'example.xlsx')
    const finished = await succeed(fixtures, ['example.xlsx'])
    const workbook = await finished.workbook(file('output_file'))
    expect(sheetNames(workbook)).toEqual(['10A', '10B', '11A', 'Teachers', 'Conflicts'])
    expect(cellsOf(expect, workbook, '11A')['C5']).toBe('Sports (Ms Reed, Gym)')
  },

  'second-argument': async (fixtures) => {
    const { expect, file } = fixtures
    await bring(fixtures, 'example.xlsx')
    const finished = await succeed(fixtures, ['example.xlsx', 'autumn-week-47.xlsx'])
    const workbook = await finished.workbook('autumn-week-47.xlsx')
    expect(sheetNames(workbook)).toEqual(['10A', '10B', '11A', 'Teachers', 'Conflicts'])
    expect(await finished.has(file('output_file')), 'whether a workbook was written under the fixed name too').toBe(
      false,
    )
  },

  'numbers-printed': async (fixtures) => {
    const { expect } = fixtures
    await bring(fixtures, 'example.xlsx')
    await bring(fixtures, 'edges.xlsx')
    const example = await succeed(fixtures, ['example.xlsx', RESULT])
    expect(example.stdout).toMatch(/\b12 lessons, 3 groups, 3 conflicts\b/i)
    const edges = await succeed(fixtures, ['edges.xlsx', RESULT])
    expect(edges.stdout).toMatch(/\b11 lessons, 3 groups, 6 conflicts\b/i)
    expect(edges.stdout).not.toMatch(/12 lessons/i)
  },

  'columns-in-any-order': async (fixtures) => {
    const workbook = await timetable(fixtures, 'columns.xlsx')
    fixtures.expect(sheetNames(workbook)).toEqual(['6K', '6L', 'Teachers', 'Conflicts'])
    expectSheet(fixtures, workbook, '6K', [
      WEEK,
      ['08:05-09:35', '', '', '', '', 'Music (Ms Bell, E5)'],
      ['11:10-12:40', '', 'Geography (Mr Vale, E2)', '', '', ''],
    ])
    expectSheet(fixtures, workbook, '6L', [WEEK, ['11:10-12:40', '', '', '', 'Biology (Mr Vale, E2)', '']])
  },

  'untidy-cells': async (fixtures) => {
    const workbook = await timetable(fixtures, 'untidy.xlsx')
    fixtures.expect(sheetNames(workbook)).toEqual(['12X', 'Teachers', 'Conflicts'])
    expectSheet(fixtures, workbook, '12X', [
      WEEK,
      ['08:00-09:00', 'Latin (Mr Ash, 101)', 'Drawing (Ms Elm, 101)', '', '', ''],
      ['09:00-10:00', 'Greek (Mr Ash, 101)', '', '', '', ''],
    ])
    expectHours(fixtures, workbook, [
      ['Mr Ash', 2],
      ['Ms Elm', 1],
      ['Total', 3],
    ])
  },

  'first-group': async (fixtures) => {
    const workbook = await timetable(fixtures, 'example.xlsx')
    expectSheet(fixtures, workbook, '10A', [
      WEEK,
      ['08:00-09:30', '', '', '', 'Algebra (Ms Gray, R101)', ''],
      ['09:00-10:30', 'Algebra (Ms Gray, R101)', '', 'Poetry (Mrs Lark, R204)', '', ''],
      ['10:45-12:15', 'Physics (Mr Stone, Lab 1)', '', '', '', ''],
    ])
  },

  'other-groups': async (fixtures) => {
    const workbook = await timetable(fixtures, 'example.xlsx')
    expectSheet(fixtures, workbook, '10B', [
      WEEK,
      ['09:00-10:30', 'Poetry (Mrs Lark, R204)', '', '', '', ''],
      ['10:45-12:00', '', '', '', '', 'Physics (Mr Stone, Lab 2)'],
      ['10:45-12:15', 'Algebra (Ms Gray, R101)', '', '', '', ''],
      ['13:30-14:15', '', '', '', '', 'History (Mr Oak, R204)'],
    ])
    expectSheet(fixtures, workbook, '11A', [
      WEEK,
      ['09:00-10:30', '', '', 'History (Mr Oak, R101)', '', ''],
      ['11:30-13:00', 'Chemistry (Mr Stone, Lab 1)', '', '', '', ''],
      ['14:00-15:00', '', '', '', '', 'Poetry (Mrs Lark, R204)'],
      ['14:00-16:00', '', 'Sports (Ms Reed, Gym)', '', '', ''],
    ])
  },

  'sheet-names': async (fixtures) => {
    const workbook = await timetable(fixtures, 'groups.xlsx')
    fixtures.expect(sheetNames(workbook)).toEqual(['7-1', '8-1', '8-2 -b-', '9--', 'Teachers', 'Conflicts'])
    expectSheet(fixtures, workbook, '8-2 -b-', [WEEK, ['08:00-09:00', 'Spelling (Ms Tern, C1)', '', '', '', '']])
    expectSheet(fixtures, workbook, '7-1', [
      WEEK,
      ['08:00-09:00', '', 'Writing (Ms Tern, C1)', '', '', 'Reading (Ms Tern, C1)'],
    ])
  },

  'slot-order': async (fixtures) => {
    const workbook = await timetable(fixtures, 'slots.xlsx')
    expectSheet(fixtures, workbook, '7C', [
      WEEK,
      ['07:45-10:15', '', '', '', 'Optics (Ms Nova, S4)', ''],
      ['08:15-09:00', '', '', 'Astronomy (Ms Nova, S4)', '', ''],
      ['08:15-09:45', 'Ecology (Mr Fern, S1)', '', '', 'Zoology (Ms Lynx, S2)', 'Geology (Mr Flint, S3)'],
      ['10:00-11:30', '', 'Geology (Mr Flint, S3)', '', '', ''],
      ['13:00-14:00', '', '', '', '', 'Botany (Mr Fern, S1)'],
    ])
  },

  'shared-slot': async (fixtures) => {
    const workbook = await timetable(fixtures, 'shared.xlsx')
    const electives = ['French (Mr Roux, L1)', 'Italian (Ms Riva, L2)', 'Spanish (Ms Paz, L3)'].join('\n')
    expectSheet(fixtures, workbook, '11F', [
      WEEK,
      ['10:00-10:45', '', '', electives, 'German (Frau Amt, L2)', ''],
      ['10:00-11:30', '', '', 'Danish (Mr Dahl, L4)', '', ''],
    ])
  },

  'special-characters': async (fixtures) => {
    const workbook = await timetable(fixtures, 'characters.xlsx')
    expectSheet(fixtures, workbook, 'Ünit 1', [
      WEEK,
      ['08:00-09:00', `R&D <Lab> (Zoë "Z" O'Hara, A&B)`, '', '', '', '=1+1 (Łukasz Świętek, <b>2)'],
      ['09:00-10:00', 'C++ &amp; (山田 太郎, #4 100%)', '', '', '', ''],
    ])
  },

  'teacher-hours': async (fixtures) => {
    const workbook = await timetable(fixtures, 'example.xlsx')
    expectHours(fixtures, workbook, [
      ['Mr Oak', 2.25],
      ['Mr Stone', 4.25],
      ['Mrs Lark', 4],
      ['Ms Gray', 4.5],
      ['Ms Reed', 2],
      ['Total', 17],
    ])
  },

  'rounded-total': async (fixtures) => {
    const workbook = await timetable(fixtures, 'hours.xlsx')
    expectHours(fixtures, workbook, [
      ['Mr Linen', 0.83],
      ['Mr Yarn', 0.83],
      ['Ms Wool', 0.83],
      ['Total', 2.5],
    ])
  },

  'example-conflicts': async (fixtures) => {
    const workbook = await timetable(fixtures, 'example.xlsx')
    expectConflicts(fixtures, workbook, [
      [
        ['Teacher', 'Mr Stone', 'Monday', 'Physics (10A, 10:45-12:15)', 'Chemistry (11A, 11:30-13:00)'],
        ['Room', 'Lab 1', 'Monday', 'Physics (10A, 10:45-12:15)', 'Chemistry (11A, 11:30-13:00)'],
      ],
      [['Room', 'R204', 'Friday', 'History (10B, 13:30-14:15)', 'Poetry (11A, 14:00-15:00)']],
    ])
  },

  'overlap-edges': async (fixtures) => {
    const { expect } = fixtures
    const cells = cellsOf(expect, await timetable(fixtures, 'edges.xlsx'), 'Conflicts')
    const rows = [2, 3, 4, 5, 6, 7, 8].map((row) => [
      cells[address(row, 1)],
      cells[address(row, 2)],
      cells[address(row, 3)],
    ])
    const found = rows.filter(([type]) => type !== undefined).map((texts) => texts.join(' | '))
    expect(found.sort()).toEqual([
      'Room | Hall | Friday',
      'Room | Hall | Thursday',
      'Room | Studio | Tuesday',
      'Teacher | Mr Heron | Monday',
      'Teacher | Mr Heron | Monday',
      'Teacher | Mrs Crane | Tuesday',
    ])
  },

  'conflict-order': async (fixtures) => {
    const workbook = await timetable(fixtures, 'edges.xlsx')
    expectConflicts(fixtures, workbook, [
      [
        ['Teacher', 'Mr Heron', 'Monday', 'Judo (5A, 09:00-12:00)', 'Karate (5B, 09:30-10:00)'],
        ['Teacher', 'Mr Heron', 'Monday', 'Judo (5A, 09:00-12:00)', 'Boxing (5C, 11:00-11:30)'],
      ],
      [
        ['Teacher', 'Mrs Crane', 'Tuesday', 'Pottery (5B, 13:00-14:30)', 'Painting (5A, 14:00-15:30)'],
        ['Room', 'Studio', 'Tuesday', 'Pottery (5B, 13:00-14:30)', 'Painting (5A, 14:00-15:30)'],
      ],
      [['Room', 'Hall', 'Thursday', 'Choir (5A, 10:00-11:00)', 'Dance (5C, 10:15-10:45)']],
      [['Room', 'Hall', 'Friday', 'Orchestra (5A, 08:00-09:00)', 'Band (5B, 08:00-08:30)']],
    ])
  },

  'no-conflicts': async (fixtures) => {
    const { expect } = fixtures
    await bring(fixtures, 'calm.xlsx')
    const finished = await succeed(fixtures, ['calm.xlsx', RESULT])
    expect(finished.stdout).toMatch(/\b5 lessons, 2 groups, 0 conflicts\b/i)
    const workbook = await finished.workbook(RESULT)
    expect(sheetNames(workbook)).toEqual(['2P', '2Q', 'Teachers', 'Conflicts'])
    expectConflicts(fixtures, workbook, [])
  },

  'whole-term': async (fixtures) => {
    const { expect } = fixtures
    const workbook = await timetable(fixtures, 'term.xlsx')
    expect(sheetNames(workbook)).toEqual([
      ...['Blue', 'Green', 'Indigo', 'Orange', 'Red', 'Violet'],
      ...['Teachers', 'Conflicts'],
    ])
    expectSheet(fixtures, workbook, 'Indigo', [
      WEEK,
      ['08:30-10:00', '', '', '', 'Hiking (Abel Moss, P3)', ''],
      ['10:00-10:40', '', '', '', 'Fencing (Bea North, P5)', ''],
      ['10:30-11:30', 'Editing (Bea North, P8)\nGolf (Bea North, P3)', '', '', '', ''],
      ['13:00-13:40', '', 'Baking (Abel Moss, P9)', '', '', ''],
      ['15:00-15:40', 'Golf (Abel Moss, P1)', '', '', '', ''],
      ['15:30-16:10', '', '', 'Baking (Abel Moss, P1)', '', ''],
      ['15:30-16:30', '', '', '', 'Baking (Bea North, P2)', ''],
    ])
    expectHours(fixtures, workbook, [
      ['Abel Moss', 8.25],
      ['Bea North', 8.42],
      ['Carl Olm', 9.58],
      ['Dora Pike', 7.92],
      ['Emil Quist', 3.5],
      ['Fay Rook', 5.08],
      ['Gus Shaw', 7.5],
      ['Hana Teal', 6.08],
      ['Total', 56.33],
    ])
    expectConflicts(fixtures, workbook, [
      [['Teacher', 'Gus Shaw', 'Monday', 'Ironing (Red, 08:00-08:50)', 'Diving (Blue, 08:00-09:00)']],
      [['Teacher', 'Fay Rook', 'Monday', 'Fencing (Orange, 08:30-09:10)', 'Acting (Green, 08:30-10:00)']],
      [['Room', 'P3', 'Monday', 'Fencing (Red, 10:00-10:50)', 'Golf (Indigo, 10:30-11:30)']],
      [['Teacher', 'Bea North', 'Monday', 'Editing (Indigo, 10:30-11:30)', 'Golf (Indigo, 10:30-11:30)']],
      [
        ['Room', 'P6', 'Monday', 'Coding (Red, 11:30-12:20)', 'Fencing (Blue, 12:00-12:50)'],
        ['Teacher', 'Abel Moss', 'Monday', 'Coding (Red, 11:30-12:20)', 'Hiking (Orange, 11:30-12:30)'],
      ],
      [['Teacher', 'Dora Pike', 'Monday', 'Fencing (Blue, 12:00-12:50)', 'Editing (Blue, 12:00-13:30)']],
      [['Teacher', 'Bea North', 'Tuesday', 'Acting (Orange, 08:00-09:00)', 'Fencing (Green, 08:30-09:15)']],
      [
        ['Room', 'P6', 'Tuesday', 'Editing (Orange, 11:00-11:45)', 'Coding (Violet, 11:30-13:00)'],
        ['Teacher', 'Hana Teal', 'Tuesday', 'Editing (Orange, 11:00-11:45)', 'Coding (Violet, 11:30-13:00)'],
      ],
      [['Teacher', 'Abel Moss', 'Tuesday', 'Acting (Green, 12:30-13:10)', 'Baking (Indigo, 13:00-13:40)']],
      [['Room', 'P9', 'Tuesday', 'Baking (Indigo, 13:00-13:40)', 'Baking (Violet, 13:30-15:00)']],
      [['Teacher', 'Carl Olm', 'Thursday', 'Baking (Green, 14:30-16:00)', 'Juggling (Blue, 15:00-15:45)']],
      [['Room', 'P1', 'Thursday', 'Fencing (Green, 15:30-16:15)', 'Juggling (Blue, 15:30-16:30)']],
      [['Room', 'P1', 'Friday', 'Ironing (Red, 10:30-12:00)', 'Acting (Orange, 11:00-12:30)']],
      [['Room', 'P9', 'Friday', 'Juggling (Orange, 11:30-12:10)', 'Diving (Green, 12:00-13:30)']],
    ])
  },

  'missing-file': async (fixtures) => {
    const { expect, file } = fixtures
    await acceptExample(fixtures)
    expect(await refusal(fixtures, ['lost-lessons.xlsx'], [file('output_file')])).toContain('lost-lessons.xlsx')
    const message = await refusal(fixtures, ['mislaid.xlsx', 'refused.xlsx'], [file('output_file'), 'refused.xlsx'])
    expect(message).toContain('mislaid.xlsx')
    expect(message).not.toContain('lost-lessons.xlsx')
  },

  'not-a-workbook': async (fixtures) => {
    const { expect, put, material } = fixtures
    await acceptExample(fixtures)
    await put(
      'plain-text.xlsx',
      'Course,Teacher,Room,Group,Day,Start,End\nAlgebra,Ms Gray,R101,10A,Monday,09:00,10:30\n',
    )
    expect(await refusal(fixtures, ['plain-text.xlsx', 'refused.xlsx'], ['refused.xlsx'])).toContain('plain-text.xlsx')
    const whole = await readFile(material('example.xlsx'))
    await put('cut-off.xlsx', whole.subarray(0, Math.floor(whole.length / 2)))
    expect(await refusal(fixtures, ['cut-off.xlsx', 'refused.xlsx'], ['refused.xlsx'])).toContain('cut-off.xlsx')
  },

  'missing-column': async (fixtures) => {
    await acceptExample(fixtures)
    await bring(fixtures, 'no-room.xlsx')
    const message = await refusal(fixtures, ['no-room.xlsx', 'refused.xlsx'], ['refused.xlsx'])
    fixtures.expect(message.replaceAll('no-room.xlsx', '')).toMatch(/\bRoom\b/)
  },

  'no-lessons': async (fixtures) => {
    await acceptExample(fixtures)
    await bring(fixtures, 'no-lessons.xlsx')
    const message = await refusal(fixtures, ['no-lessons.xlsx', 'refused.xlsx'], ['refused.xlsx'])
    fixtures.expect(message).toMatch(/no lessons/i)
  },

  'unknown-day': async (fixtures) => {
    await acceptExample(fixtures)
    await refuseCell(fixtures, 'funday.xlsx', 7, 'Day')
    await refuseCell(fixtures, 'saturday.xlsx', 14, 'Day')
  },

  'bad-time': async (fixtures) => {
    await acceptExample(fixtures)
    await refuseCell(fixtures, 'hour-25.xlsx', 5, 'End')
    await refuseCell(fixtures, 'minute-60.xlsx', 8, 'End')
    await refuseCell(fixtures, 'noon.xlsx', 11, 'Start')
    await refuseCell(fixtures, 'hour-9.xlsx', 9, 'Start')
    await refuseCell(fixtures, 'hour-24.xlsx', 14, 'End')
  },

  'end-before-start': async (fixtures) => {
    await acceptExample(fixtures)
    await refuseCell(fixtures, 'backwards.xlsx', 9, 'End')
    await refuseCell(fixtures, 'instant.xlsx', 13, 'End')
  },

  'empty-value': async (fixtures) => {
    await acceptExample(fixtures)
    await refuseCell(fixtures, 'no-teacher.xlsx', 6, 'Teacher')
  },
} satisfies ProgramTestcodes
