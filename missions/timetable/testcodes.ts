import { crc32, deflateRawSync } from 'node:zlib'
import type { Finished, Given, ProgramFixtures, ProgramTestcodes } from 'pe'

type Workbook = Awaited<ReturnType<Finished['workbook']>>
type Grid = readonly (readonly string[])[]
type Decimal = ProgramFixtures['decimal']

interface Lesson {
  readonly course: string
  readonly teacher: string
  readonly room: string
  readonly group: string
  readonly day: string
  /** Minutes since midnight. */
  readonly start: number
  readonly end: number
}

const RESULT = 'result.xlsx'
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const WEEK = ['Time', ...DAYS]
const CLASHES = ['Type', 'Name', 'Day', 'First', 'Second']
const HEADINGS = ['Course', 'Teacher', 'Room', 'Group', 'Day', 'Start', 'End']

// ---- workbooks for the program's folder ----------------------------------------------------------------------------

type Value = string | number | null
type Rows = readonly (readonly Value[])[]
interface Sheet {
  readonly name: string
  readonly rows: Rows
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PARTS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The address of a cell, both numbers counted from 1: (2, 3) is C2. */
function address(row: number, column: number): string {
  return `${String.fromCharCode(64 + column)}${row}`
}

/** The bytes of an Excel workbook with texts and plain numbers in its cells (ECMA-376). */
function xlsx(...sheets: readonly Sheet[]): Buffer {
  const texts: string[] = []
  const cell = (value: Value, row: number, column: number) => {
    if (value === null) return ''
    const place = address(row, column)
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`
    if (!texts.includes(value)) texts.push(value)
    return `<c r="${place}" t="s"><v>${texts.indexOf(value)}</v></c>`
  }
  const line = (values: readonly Value[], row: number) =>
    values.length === 0
      ? ''
      : `<row r="${row}">${values.map((value, column) => cell(value, row, column + 1)).join('')}</row>`
  const numbered = sheets.map((sheet, index) => ({ ...sheet, id: index + 1 }))
  const pages = numbered.map(({ id, rows }): [string, string] => [
    `xl/worksheets/sheet${id}.xml`,
    `<worksheet xmlns="${MAIN}"><sheetData>${rows.map((values, row) => line(values, row + 1)).join('')}</sheetData></worksheet>`,
  ])
  const list = numbered.map(({ id, name }) => `<sheet name="${escaped(name)}" sheetId="${id}" r:id="rId${id}"/>`)
  const strings = texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
  const last = sheets.length + 1
  const kinds = [
    ...numbered.map(({ id }) => [`/xl/worksheets/sheet${id}.xml`, 'worksheet']),
    ...[
      ['/xl/workbook.xml', 'sheet.main'],
      ['/xl/sharedStrings.xml', 'sharedStrings'],
      ['/xl/styles.xml', 'styles'],
    ],
  ]
  const relations = [
    ...numbered.map(({ id }) => [id, 'worksheet', `worksheets/sheet${id}.xml`] as const),
    ...[[last, 'sharedStrings', 'sharedStrings.xml'] as const, [last + 1, 'styles', 'styles.xml'] as const],
  ]
  return zip([
    [
      '[Content_Types].xml',
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${kinds.map(([part, kind]) => `<Override PartName="${part ?? ''}" ContentType="${PARTS}.${kind ?? ''}+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/workbook.xml', `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}"><sheets>${list.join('')}</sheets></workbook>`],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${RELATIONS}">${relations.map(([id, kind, target]) => `<Relationship Id="rId${id}" Type="${RELATION}/${kind}" Target="${target}"/>`).join('')}</Relationships>`,
    ],
    ...pages,
    ['xl/sharedStrings.xml', `<sst xmlns="${MAIN}" uniqueCount="${texts.length}">${strings.join('')}</sst>`],
    [
      'xl/styles.xml',
      `<styleSheet xmlns="${MAIN}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ])
}

/** A zip archive of texts, compressed (PKWARE's APPNOTE, version 2.0). */
function zip(files: readonly (readonly [string, string])[]): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of files) {
    const content = Buffer.from(XML + text)
    const packed = deflateRawSync(content)
    // Version 2.0, names in UTF-8, deflated, on 1 January 1980.
    const shared = Buffer.alloc(26)
    ;[20, 0x0800, 8, 0, 0x0021].forEach((value, index) => shared.writeUInt16LE(value, 2 * index))
    ;[crc32(content), packed.length, content.length].forEach((value, index) =>
      shared.writeUInt32LE(value, 10 + 4 * index),
    )
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed])
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, place, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  ;[files.length, files.length].forEach((value, index) => end.writeUInt16LE(value, 8 + 2 * index))
  ;[directory.length, offset].forEach((value, index) => end.writeUInt32LE(value, 12 + 4 * index))
  return Buffer.concat([...locals, directory, end])
}

// ---- the timetable of a correct program ----------------------------------------------------------------------------

const byName = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
const different = (names: readonly string[]): string[] => [...new Set(names)].toSorted(byName)
const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
const slot = ({ start, end }: Lesson): string => `${clock(start)}-${clock(end)}`
const sheetOf = (group: string): string => group.replaceAll(/[:\\/?*[\]]/g, '-')

function groupsOf(lessons: readonly Lesson[]): string[] {
  return different(lessons.map(({ group }) => group))
}

/** The grid of a group's sheet. */
function gridOf(lessons: readonly Lesson[], group: string): Grid {
  const own = lessons.filter((lesson) => lesson.group === group)
  // All times have the same length, so sorting them as texts sorts them by time.
  const slots = different(own.map(slot))
  const cell = (time: string, day: string) =>
    own
      .filter((lesson) => lesson.day === day && slot(lesson) === time)
      .toSorted((one, other) => byName(one.course, other.course))
      .map(({ course, teacher, room }) => `${course} (${teacher}, ${room})`)
      .join('\n')
  return [WEEK, ...slots.map((time) => [time, ...DAYS.map((day) => cell(time, day))])]
}

/** The rows of the sheet Teachers below its headings. */
function hoursOf(decimal: Decimal, lessons: readonly Lesson[]): (readonly [string, number])[] {
  const hours = (some: readonly Lesson[]) =>
    Number(decimal.quotient(decimal.sum(some.map(({ start, end }) => String(end - start))), '60', 2))
  const teachers = different(lessons.map(({ teacher }) => teacher))
  return [
    ...teachers.map((name) => [name, hours(lessons.filter(({ teacher }) => teacher === name))] as const),
    ['Total', hours(lessons)],
  ]
}

interface Clash {
  readonly first: Lesson
  readonly second: Lesson
  readonly row: readonly string[]
}

/** All conflicts, sorted by day and start. Conflicts that start together may have any order. */
function clashesOf(lessons: readonly Lesson[]): Clash[] {
  const order = (lesson: Lesson) => 1440 * DAYS.indexOf(lesson.day) + lesson.start
  const sorted = lessons.toSorted((one, other) => order(one) - order(other))
  const told = (lesson: Lesson) => `${lesson.course} (${lesson.group}, ${slot(lesson)})`
  return sorted.flatMap((first, index) =>
    sorted
      .slice(index + 1)
      .filter((second) => second.day === first.day && second.start < first.end)
      .flatMap((second) => {
        const row = (type: string, name: string) => [type, name, first.day, told(first), told(second)]
        return [
          ...(first.teacher === second.teacher ? [{ first, second, row: row('Teacher', first.teacher) }] : []),
          ...(first.room === second.room ? [{ first, second, row: row('Room', first.room) }] : []),
        ]
      }),
  )
}

/** The rows of the sheet Conflicts. The rows of one block may have any order. */
function blocksOf(lessons: readonly Lesson[]): Grid[] {
  const blocks = new Map<string, string[][]>()
  for (const { first, row } of clashesOf(lessons)) {
    const key = `${first.day} ${first.start}`
    blocks.set(key, [...(blocks.get(key) ?? []), [...row]])
  }
  return [...blocks.values()]
}

// ---- drawn lessons -------------------------------------------------------------------------------------------------

interface Pools {
  readonly courses: readonly string[]
  readonly teachers: readonly string[]
  readonly rooms: readonly string[]
  readonly groups: readonly string[]
}

const several = (count: number, draw: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => draw(index))

/** Names for lessons. */
function pools(given: Given, key: string, counts: Readonly<Record<keyof Pools, number>>): Pools {
  return {
    courses: several(counts.courses, (index) =>
      index % 2 === 0 ? given.city(`${key} course ${index}`) : given.title(`${key} course ${index}`),
    ),
    teachers: several(counts.teachers, (index) => given.person(`${key} teacher ${index}`)),
    rooms: several(counts.rooms, (index) => `${given.city(`${key} room ${index}`)} ${index + 1}`),
    groups: several(counts.groups, (index) => given.city(`${key} group ${index}`)),
  }
}

/** Random lessons. No two lessons of one group and course have exactly the same time. */
function lessonsFrom(given: Given, key: string, { courses, teachers, rooms, groups }: Pools, count: number): Lesson[] {
  const lessons = Array.from({ length: count }, (_, index): Lesson => {
    const draw = `${key} ${index + 1}`
    const start = 480 + 30 * given.integer(`${draw} start`, { from: 0, to: 15 }) + given.pick(`${draw} late`, [0, 0, 5])
    return {
      course: given.pick(`${draw} course`, courses),
      teacher: given.pick(`${draw} teacher`, teachers),
      room: given.pick(`${draw} room`, rooms),
      group: given.pick(`${draw} group`, groups),
      day: given.pick(`${draw} day`, DAYS),
      start,
      end: start + given.pick(`${draw} length`, [40, 45, 50, 60, 75, 90]),
    }
  })
  const places = lessons.map((lesson) => [lesson.group, lesson.course, lesson.day, slot(lesson)].join('|'))
  return lessons.filter((_, index) => places.indexOf(places[index] ?? '') === index)
}

/** Twelve lessons of three groups, with conflicts of a teacher and of a room. */
function example(given: Given): Lesson[] {
  const names = pools(given, 'example', { courses: 6, teachers: 5, rooms: 5, groups: 3 })
  return given.suchThat(
    'example',
    (key) => lessonsFrom(given, key, names, 12),
    (lessons) => {
      const types = new Set(clashesOf(lessons).map(({ row }) => row[0]))
      const sizes = names.groups.map((group) => gridOf(lessons, group).length)
      return lessons.length === 12 && types.size === 2 && sizes.every((size) => size > 3)
    },
  )
}

/**
 * Lessons with and without conflicts: they touch, contain one another, start together, or share both teacher and room. The
 * conflicts of a later day are at an earlier time.
 */
function edges(given: Given): Lesson[] {
  const { courses, teachers, rooms, groups } = pools(given, 'edges', { courses: 11, teachers: 4, rooms: 6, groups: 3 })
  const times = (key: string) => 5 * given.integer(`${key} time`, { from: 102, to: 180 })
  const length = (key: string) => 5 * given.integer(`${key} length`, { from: 4, to: 6 })
  return given.suchThat(
    'edges',
    (key) => {
      const days = given.shuffled(`${key} days`, DAYS)
      const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((part) => times(`${key} ${part}`)) as [
        number,
        number,
        number,
        number,
      ]
      const [e, f] = [length(`${key} e`), length(`${key} f`)]
      let course = 0
      const lesson = (
        teacher: number,
        room: number,
        group: number,
        day: number,
        start: number,
        end: number,
      ): Lesson => ({
        course: courses[course++] ?? '',
        teacher: teachers[teacher] ?? '',
        room: rooms[room] ?? '',
        group: groups[group] ?? '',
        day: days[day] ?? '',
        start,
        end,
      })
      const parts = [
        [
          lesson(0, 0, 0, 0, a, a + 3 * e),
          lesson(0, 0, 1, 0, a + 3 * e, a + 4 * e),
          lesson(1, 0, 2, 0, a + 5, a + 5 + e),
        ],
        [lesson(2, 1, 0, 1, b, b + 3 * f), lesson(2, 1, 1, 1, b - f, b + 5), lesson(2, 1, 2, 4, b, b + 3 * f)],
        [
          lesson(3, 2, 0, 2, c, c + 6 * e),
          lesson(3, 3, 1, 2, c + 5, c + 5 + e),
          lesson(3, 4, 2, 2, c + 3 * e, c + 4 * e),
        ],
        [lesson(1, 5, 0, 3, d, d + 2 * f), lesson(0, 5, 1, 3, d, d + f)],
      ]
      return given.shuffled(`${key} parts`, parts).flat()
    },
    (lessons) => {
      const starts = clashesOf(lessons).map(({ first }) => first.start)
      return starts.some((start, index) => start > (starts[index + 1] ?? Infinity))
    },
  )
}

/** A sheet of lessons, below a row of headings. */
function rowsOf(lessons: readonly Lesson[]): Value[][] {
  const cells = lessons.map(({ course, teacher, room, group, day, start, end }) => {
    return [course, teacher, room, group, day, clock(start), clock(end)]
  })
  return [HEADINGS, ...cells]
}

function workbookOf(rows: Rows): Buffer {
  return xlsx({ name: 'Lessons', rows })
}

/** The name of a workbook in the program's folder. */
function fileName(given: Given, key: string): string {
  return `${given.word(`${key} file`)}.xlsx`
}

// ---- running -------------------------------------------------------------------------------------------------------

/** Runs the program with these arguments and expects it to succeed. */
async function succeed({ expect, run }: ProgramFixtures, args: readonly string[]): Promise<Finished> {
  const finished = await run({ args })
  expect(finished.code, `the exit code after: ${args.join(' ')}`).toBe(0)
  return finished
}

/** Runs the program on lessons and returns the timetable that it writes. */
async function timetable(fixtures: ProgramFixtures, key: string, lessons: readonly Lesson[]): Promise<Workbook> {
  return timetableOf(fixtures, key, workbookOf(rowsOf(lessons)))
}

async function timetableOf(fixtures: ProgramFixtures, key: string, workbook: Buffer): Promise<Workbook> {
  const name = fileName(fixtures.given, key)
  await fixtures.put(name, workbook)
  return (await succeed(fixtures, [name, RESULT])).workbook(RESULT)
}

function sheetNames(workbook: Workbook): string[] {
  return workbook.worksheets.map((sheet) => sheet.name)
}

function tidy(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim()
}

/** Address → text, for every cell of a sheet that is not empty. */
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

/** The same for expected rows. */
function cellsOfGrid(grid: Grid): Record<string, string> {
  const entries = grid.flatMap((texts, row) =>
    texts.map((text, column) => [address(row + 1, column + 1), text] as const),
  )
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

function expectSheet({ expect }: ProgramFixtures, workbook: Workbook, name: string, grid: Grid): void {
  expect(cellsOf(expect, workbook, name), `the cells of the sheet ${name}`).toEqual(cellsOfGrid(grid))
}

/** Expects the sheet Teachers to hold these names and hours. The hours must be numbers. */
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
 * Expects the sheet Conflicts to have these rows. Conflicts that start at the same time of one day may have any order, so
 * they form one block.
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

/** Expects the sheets for these lessons, in the right order. */
function expectSheets({ expect }: ProgramFixtures, workbook: Workbook, lessons: readonly Lesson[]): void {
  expect(sheetNames(workbook)).toEqual([...groupsOf(lessons).map(sheetOf), 'Teachers', 'Conflicts'])
}

/** Expects the sheets of some groups to be right cell by cell. */
function expectGrids(
  fixtures: ProgramFixtures,
  workbook: Workbook,
  lessons: readonly Lesson[],
  groups = groupsOf(lessons),
): void {
  for (const group of groups) expectSheet(fixtures, workbook, sheetOf(group), gridOf(lessons, group))
}

/** Expects the program to have printed exactly one line of numbers, this one. */
function expectPrinted({ expect }: ProgramFixtures, { stdout }: Finished, lessons: readonly Lesson[]): void {
  const lines = [...stdout.matchAll(/(?<![\w.-])\d+ lessons, \d+ groups, \d+ conflicts\b/gi)]
  const [groups, conflicts] = [groupsOf(lessons).length, clashesOf(lessons).length]
  expect(
    lines.map(([line]) => line.toLowerCase()),
    'the line that is printed',
  ).toEqual([`${lessons.length} lessons, ${groups} groups, ${conflicts} conflicts`])
}

// ---- errors --------------------------------------------------------------------------------------------------------

/** Runs the program with input that it must refuse, and returns its message. */
async function refusal(
  { expect, run }: ProgramFixtures,
  args: readonly string[],
  outputs: readonly string[],
): Promise<string> {
  const finished = await run({ args })
  expect(finished.code, 'the exit code after bad input').not.toBe(0)
  expect(finished.code, 'the exit code after bad input, where the program must end by itself').not.toBeNull()
  expect(finished.stderr).not.toMatch(/^[ \t]+at .+:\d+:\d+|Traceback \(most recent call last\)/m)
  for (const output of outputs) expect(await finished.has(output), `whether ${output} was written`).toBe(false)
  return finished.stderr
}

/** Expects correct lessons to be accepted, so that a program that refuses everything fails. */
async function acceptExample(fixtures: ProgramFixtures): Promise<void> {
  const lessons = example(fixtures.given)
  expectSheets(fixtures, await timetable(fixtures, 'example', lessons), lessons)
}

/** The example with some cells of one lesson replaced. Its third row is empty, so numbers of rows and lessons differ. */
async function refuseCell(
  fixtures: ProgramFixtures,
  key: string,
  column: string,
  cells: Readonly<Record<string, Value>>,
): Promise<void> {
  const { expect, given, put } = fixtures
  const rows = rowsOf(example(given))
  rows.splice(2, 0, [])
  const number = given.integer(`${key} row`, { from: 4, to: rows.length })
  for (const [heading, value] of Object.entries(cells)) (rows[number - 1] ?? [])[HEADINGS.indexOf(heading)] = value
  const name = fileName(given, key)
  await put(name, workbookOf(rows))
  const message = (await refusal(fixtures, [name, 'refused.xlsx'], ['refused.xlsx'])).replaceAll(name, '')
  const named = [...message.matchAll(/\brows?\W*(\d+)/gi)].map((match) => Number(match[1]))
  expect([...new Set(named)], `the rows that are named in: ${message}`).toEqual([number])
  expect(message).toMatch(new RegExp(`\\b${column}\\b`))
}

export default {
  'default-file': async (fixtures) => {
    const { expect, file, run, given, put } = fixtures
    const before = await run({ args: [fileName(given, 'absent')] })
    expect(await before.has(file('output_file')), 'whether the workbook exists although no lesson was read').toBe(false)
    const lessons = example(given)
    const name = fileName(given, 'example')
    await put(name, workbookOf(rowsOf(lessons)))
    const finished = await succeed(fixtures, [name])
    const workbook = await finished.workbook(file('output_file'))
    expectSheets(fixtures, workbook, lessons)
    expectGrids(fixtures, workbook, lessons, groupsOf(lessons).slice(-1))
  },

  'second-argument': async (fixtures) => {
    const { expect, file, given, put } = fixtures
    const lessons = example(given)
    const [name, output] = [fileName(given, 'example'), fileName(given, 'named output')]
    await put(name, workbookOf(rowsOf(lessons)))
    const finished = await succeed(fixtures, [name, output])
    expectSheets(fixtures, await finished.workbook(output), lessons)
    expect(await finished.has(file('output_file')), 'whether a workbook was written under the fixed name too').toBe(
      false,
    )
  },

  'numbers-printed': async (fixtures) => {
    const { given, put } = fixtures
    for (const [key, lessons] of [
      ['example', example(given)],
      ['edges', edges(given)],
    ] as const) {
      const name = fileName(given, key)
      await put(name, workbookOf(rowsOf(lessons)))
      expectPrinted(fixtures, await succeed(fixtures, [name, RESULT]), lessons)
    }
  },

  'columns-in-any-order': async (fixtures) => {
    const { given } = fixtures
    const lessons = example(given)
    const [remarks, floor] = [given.city('remarks'), given.city('floor')]
    const order = given.suchThat(
      'order of columns',
      (key) => given.shuffled(key, [...HEADINGS, remarks, floor]),
      (headings) => headings.filter((heading) => HEADINGS.includes(heading)).join() !== HEADINGS.join(),
    )
    const rows = rowsOf(lessons).map((cells, index) =>
      order.map((heading) => {
        if (index === 0) return heading
        if (heading === remarks) return [null, 'Course', given.word('remark')][index % 3] ?? null
        return heading === floor ? index : (cells[HEADINGS.indexOf(heading)] ?? null)
      }),
    )
    const decoy = lessonsFrom(
      given,
      'decoy',
      pools(given, 'decoy', { courses: 2, teachers: 2, rooms: 2, groups: 1 }),
      3,
    )
    const sheets = [
      { name: given.city('first sheet'), rows },
      { name: 'Lessons', rows: rowsOf(decoy) },
    ]
    const workbook = await timetableOf(fixtures, 'columns', xlsx(...sheets))
    expectSheets(fixtures, workbook, lessons)
    expectGrids(fixtures, workbook, lessons)
  },

  'untidy-cells': async (fixtures) => {
    const { given, decimal } = fixtures
    const { courses, teachers, groups } = pools(given, 'untidy', { courses: 3, teachers: 2, rooms: 0, groups: 1 })
    const [group = '', room] = [groups[0], given.integer('room', { from: 100, to: 399 })]
    const [first = '', second = ''] = given.subset('untidy days', DAYS, 2)
    const start = 5 * given.integer('untidy start', { from: 96, to: 150 })
    const length = 5 * given.integer('untidy length', { from: 6, to: 12 })
    const lesson = (course: number, teacher: number, day: string, from: number): Lesson => ({
      course: courses[course] ?? '',
      teacher: teachers[teacher] ?? '',
      room: String(room),
      group,
      day,
      start: from,
      end: from + length,
    })
    const lessons = [lesson(0, 0, first, start), lesson(1, 0, first, start + length), lesson(2, 1, second, start)]
    const pad = (value: Value, key: string) =>
      typeof value === 'string' ? given.pick(`blanks ${key}`, [`  ${value}`, `${value} `, ` ${value}  `]) : value
    const [headings = [], ...tidy] = rowsOf(lessons)
    const [one = [], two = [], three = []] = tidy.map((cells, row) =>
      cells.map((value, column) => pad(column === 2 && row < 2 ? room : value, `${row} ${column}`)),
    )
    const rows = [headings, [], one, [null, '   ', null, '', null, null, null], two, [], [], three]
    const workbook = await timetableOf(fixtures, 'untidy', workbookOf(rows))
    expectSheets(fixtures, workbook, lessons)
    expectGrids(fixtures, workbook, lessons)
    expectHours(fixtures, workbook, hoursOf(decimal, lessons))
  },

  'first-group': async (fixtures) => {
    const lessons = example(fixtures.given)
    expectGrids(fixtures, await timetable(fixtures, 'example', lessons), lessons, groupsOf(lessons).slice(0, 1))
  },

  'other-groups': async (fixtures) => {
    const lessons = example(fixtures.given)
    expectGrids(fixtures, await timetable(fixtures, 'example', lessons), lessons, groupsOf(lessons).slice(1))
  },

  'sheet-names': async (fixtures) => {
    const { given } = fixtures
    const names = pools(given, 'sheets', { courses: 3, teachers: 2, rooms: 2, groups: 4 })
    const [a = '', b = '', c = '', d = ''] = names.groups
    const marks = [':', '\\', '/', '?', '*']
    const groups = [
      `${a}/2 [b]`,
      `${b}${given.pick('one mark', marks)}1`,
      `${c}${given.subset('two marks', marks, 2).join('')}`,
      `${d} ${given.pick('mark before', marks)}3`,
    ]
    const lessons = given.suchThat(
      'lessons of sheets',
      (key) => lessonsFrom(given, key, { ...names, groups }, 9),
      (each) =>
        groupsOf(each).length === groups.length && groupsOf(each).join() !== different(groups).toReversed().join(),
    )
    const workbook = await timetable(fixtures, 'sheets', lessons)
    expectSheets(fixtures, workbook, lessons)
    expectGrids(fixtures, workbook, lessons)
  },

  'slot-order': async (fixtures) => {
    const { given } = fixtures
    const { courses, teachers, rooms, groups } = pools(given, 'slots', { courses: 7, teachers: 4, rooms: 4, groups: 1 })
    const start = 5 * given.integer('slot start', { from: 98, to: 114 })
    const longer = 5 * given.integer('longer slot', { from: 2, to: 9 })
    const [long, short, late] = [45 + longer, 45, 5 * given.integer('late slot', { from: 130, to: 180 })]
    const days = given.shuffled('slot days', DAYS)
    const lesson = (index: number, day: number, from: number, minutes: number): Lesson => ({
      course: courses[index] ?? '',
      teacher: given.pick(`slot teacher ${index}`, teachers),
      room: given.pick(`slot room ${index}`, rooms),
      group: groups[0] ?? '',
      day: days[day] ?? '',
      start: from,
      end: from + minutes,
    })
    const lessons = [
      lesson(0, 0, late, short),
      // Of two slots that start together, the longer one comes first.
      lesson(1, 1, start, long),
      lesson(2, 2, start + 105, short),
      lesson(3, 3, start, short),
      lesson(4, 4, start, long),
      lesson(5, 0, start, long),
      lesson(6, 1, start - 30, 150),
    ]
    expectGrids(fixtures, await timetable(fixtures, 'slots', lessons), lessons)
  },

  'shared-slot': async (fixtures) => {
    const { given } = fixtures
    const names = pools(given, 'shared', { courses: 5, teachers: 5, rooms: 5, groups: 1 })
    const [day = '', other = ''] = given.shuffled('shared days', DAYS)
    const start = 5 * given.integer('shared start', { from: 96, to: 180 })
    const courses = names.courses.toSorted(byName)
    // The teacher of the first course comes last by name.
    const teachers = names.teachers.toSorted(byName).toReversed()
    const lesson = (index: number, on: string, minutes: number): Lesson => ({
      course: courses[index] ?? '',
      teacher: teachers[index] ?? '',
      room: names.rooms[index] ?? '',
      group: names.groups[0] ?? '',
      day: on,
      start,
      end: start + minutes,
    })
    const together = given.suchThat(
      'input of the shared slot',
      (key) => given.shuffled(key, [0, 1, 2]),
      ([first = 0, second = 0, third = 0]) => first > second || second > third,
    )
    const lessons = [...together.map((index) => lesson(index, day, 45)), lesson(3, other, 45), lesson(4, day, 90)]
    expectGrids(fixtures, await timetable(fixtures, 'shared', lessons), lessons)
  },

  'special-characters': async (fixtures) => {
    const { given } = fixtures
    const word = (key: string) => given.word(`special ${key}`)
    const people = [given.personWithApostrophe('special'), given.nameWithUmlaut('special'), '山田 太郎']
    const courses = [
      given.textWithMarkup('special'),
      `=${given.integer('special', { from: 1, to: 9 })}+1 ${word('sum')}`,
    ]
    const lesson = (index: number, course: string, room: string, start: number): Lesson => ({
      course,
      teacher: `${people[index] ?? ''} "${word(`teacher ${index}`)}"`,
      room,
      group: `Ünit ${word('group')}`,
      day: given.pick(`special day ${index}`, DAYS),
      start,
      end: start + 45,
    })
    const lessons = [
      lesson(0, courses[0] ?? '', `A&${word('room')}`, 480),
      lesson(1, courses[1] ?? '', `<b>${word('bold')}`, 480),
      lesson(2, `C++ &amp; ${word('course')}`, `#${word('room number')} 100%`, 540),
    ]
    expectGrids(fixtures, await timetable(fixtures, 'special', lessons), lessons)
  },

  'teacher-hours': async (fixtures) => {
    const lessons = example(fixtures.given)
    expectHours(fixtures, await timetable(fixtures, 'example', lessons), hoursOf(fixtures.decimal, lessons))
  },

  'rounded-total': async (fixtures) => {
    const { given, decimal } = fixtures
    const names = pools(given, 'hours', { courses: 3, teachers: 3, rooms: 3, groups: 2 })
    // The rounded hours of three teachers do not add up to the rounded sum.
    const minutes = given.suchThat(
      'minutes',
      (key) => 10 * given.integer(key, { from: 2, to: 11 }),
      (each) => each % 3 !== 0,
    )
    const lessons = names.teachers.map((teacher, index): Lesson => ({
      course: names.courses[index] ?? '',
      teacher,
      room: names.rooms[index] ?? '',
      group: names.groups[index % 2] ?? '',
      day: DAYS[index] ?? '',
      start: 480,
      end: 480 + minutes,
    }))
    expectHours(fixtures, await timetable(fixtures, 'hours', lessons), hoursOf(decimal, lessons))
  },

  'example-conflicts': async (fixtures) => {
    const lessons = example(fixtures.given)
    expectConflicts(fixtures, await timetable(fixtures, 'example', lessons), blocksOf(lessons))
  },

  'overlap-edges': async (fixtures) => {
    const { expect, given } = fixtures
    const lessons = edges(given)
    const cells = cellsOf(expect, await timetable(fixtures, 'edges', lessons), 'Conflicts')
    const wanted = clashesOf(lessons).map(({ row }) => row.slice(0, 3).join(' | '))
    const rows = Object.keys(cells).filter((place) => place.startsWith('A') && place !== 'A1')
    const found = rows.map((place) => [
      cells[place],
      ...['B', 'C'].map((column) => cells[column + place.slice(1)] ?? ''),
    ])
    expect(found.map((texts) => texts.join(' | ')).sort()).toEqual(wanted.sort())
  },

  'conflict-order': async (fixtures) => {
    const lessons = edges(fixtures.given)
    expectConflicts(fixtures, await timetable(fixtures, 'edges', lessons), blocksOf(lessons))
  },

  'no-conflicts': async (fixtures) => {
    const { given, put } = fixtures
    const names = pools(given, 'calm', { courses: 5, teachers: 2, rooms: 2, groups: 2 })
    const [day = '', other = '', third = ''] = given.shuffled('calm days', DAYS)
    const start = 5 * given.integer('calm start', { from: 96, to: 150 })
    const lesson = (index: number, teacher: number, group: number, on: string, from: number): Lesson => ({
      course: names.courses[index] ?? '',
      teacher: names.teachers[teacher] ?? '',
      room: names.rooms[teacher] ?? '',
      group: names.groups[group] ?? '',
      day: on,
      start: from,
      end: from + 60,
    })
    const lessons = [
      ...[lesson(0, 0, 0, day, start), lesson(1, 0, 1, day, start + 60), lesson(2, 0, 0, other, start + 30)],
      ...[lesson(3, 1, 1, day, start + 30), lesson(4, 1, 0, third, start + 30)],
    ]
    const name = fileName(given, 'calm')
    await put(name, workbookOf(rowsOf(lessons)))
    const finished = await succeed(fixtures, [name, RESULT])
    expectPrinted(fixtures, finished, lessons)
    const workbook = await finished.workbook(RESULT)
    expectSheets(fixtures, workbook, lessons)
    expectConflicts(fixtures, workbook, [])
  },

  'whole-term': async (fixtures) => {
    const { given, decimal } = fixtures
    const names = pools(given, 'term', { courses: 10, teachers: 8, rooms: 9, groups: 6 })
    const lessons = lessonsFrom(given, 'term', names, 60)
    const workbook = await timetable(fixtures, 'term', lessons)
    expectSheets(fixtures, workbook, lessons)
    expectGrids(fixtures, workbook, lessons)
    expectHours(fixtures, workbook, hoursOf(decimal, lessons))
    expectConflicts(fixtures, workbook, blocksOf(lessons))
  },

  'missing-file': async (fixtures) => {
    const { expect, file, given } = fixtures
    await acceptExample(fixtures)
    const [lost, mislaid] = [fileName(given, 'lost'), fileName(given, 'mislaid')]
    expect(await refusal(fixtures, [lost], [file('output_file')])).toContain(lost)
    const message = await refusal(fixtures, [mislaid, 'refused.xlsx'], [file('output_file'), 'refused.xlsx'])
    expect(message).toContain(mislaid)
    expect(message).not.toContain(lost)
  },

  'not-a-workbook': async (fixtures) => {
    const { expect, put, given } = fixtures
    await acceptExample(fixtures)
    const rows = rowsOf(example(given))
    const [plain, cut] = [fileName(given, 'plain text'), fileName(given, 'cut off')]
    await put(plain, rows.map((cells) => `${cells.join(',')}\n`).join(''))
    expect(await refusal(fixtures, [plain, 'refused.xlsx'], ['refused.xlsx'])).toContain(plain)
    const whole = workbookOf(rows)
    await put(cut, whole.subarray(0, Math.floor((whole.length * given.integer('part', { from: 30, to: 70 })) / 100)))
    expect(await refusal(fixtures, [cut, 'refused.xlsx'], ['refused.xlsx'])).toContain(cut)
  },

  'missing-column': async (fixtures) => {
    const { expect, given, put } = fixtures
    await acceptExample(fixtures)
    const heading = given.pick('missing column', HEADINGS)
    const place = HEADINGS.indexOf(heading)
    const name = fileName(given, 'missing column')
    await put(name, workbookOf(rowsOf(example(given)).map((cells) => cells.filter((_, column) => column !== place))))
    const message = await refusal(fixtures, [name, 'refused.xlsx'], ['refused.xlsx'])
    expect(message.replaceAll(name, '')).toMatch(new RegExp(`\\b${heading}\\b`))
  },

  'no-lessons': async (fixtures) => {
    const { expect, given, put } = fixtures
    await acceptExample(fixtures)
    const name = fileName(given, 'no lessons')
    await put(name, workbookOf([given.shuffled('headings alone', HEADINGS)]))
    expect(await refusal(fixtures, [name, 'refused.xlsx'], ['refused.xlsx'])).toMatch(/no lessons/i)
  },

  'unknown-day': async (fixtures) => {
    const { given } = fixtures
    await acceptExample(fixtures)
    await refuseCell(fixtures, 'no day', 'Day', { Day: given.city('no day') })
    await refuseCell(fixtures, 'weekend', 'Day', { Day: given.pick('weekend', ['Saturday', 'Sunday']) })
  },

  'bad-time': async (fixtures) => {
    const { given } = fixtures
    await acceptExample(fixtures)
    const minutes = String(given.integer('minutes of a bad time', { from: 10, to: 59 }))
    const hour = given.integer('hour after midnight', { from: 25, to: 29 })
    const minute = given.integer('minute of the next hour', { from: 60, to: 79 })
    await refuseCell(fixtures, 'late hour', 'End', { Start: '14:00', End: `${hour}:${minutes}` })
    await refuseCell(fixtures, 'late minute', 'End', { Start: '08:30', End: `12:${minute}` })
    await refuseCell(fixtures, 'word as time', 'Start', { Start: given.word('time') })
    const single = given.integer('hour of one digit', { from: 6, to: 9 })
    await refuseCell(fixtures, 'one digit', 'Start', { Start: `${single}:${minutes}`, End: '11:30' })
    await refuseCell(fixtures, 'midnight', 'End', { Start: '14:00', End: '24:00' })
  },

  'end-before-start': async (fixtures) => {
    const { given } = fixtures
    await acceptExample(fixtures)
    const start = given.integer('start after its end', { from: 600, to: 1000 })
    const end = start - given.integer('minutes backwards', { from: 1, to: 90 })
    await refuseCell(fixtures, 'backwards', 'End', { Start: clock(start), End: clock(end) })
    await refuseCell(fixtures, 'instant', 'End', { Start: clock(start), End: clock(start) })
  },

  'empty-value': async (fixtures) => {
    const { given } = fixtures
    await acceptExample(fixtures)
    const [first = '', second = ''] = given.shuffled('empty value', HEADINGS)
    await refuseCell(fixtures, 'empty value', first, { [first]: null })
    await refuseCell(fixtures, 'blank value', second, { [second]: '   ' })
  },
} satisfies ProgramTestcodes
