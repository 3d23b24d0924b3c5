import v8 from 'node:v8'
import exceljs, { type Row, type Workbook, type Worksheet } from 'exceljs'
import { ExpectationNotMet, ProjectFault } from '../../errors.ts'
import { intrinsics } from '../processes/pool/intrinsics.ts'
import { mebibytes } from '../wording/bytes.ts'
import { count, limits } from './limits.ts'
import { storedZip } from './make-zip.ts'
import { isUsualWorkbook, readPlainWorkbook } from './plain-workbook.ts'
import { type ZipEntry, readZip } from './zip.ts'

/** The model that exceljs reads from a file. Assigning it to `Workbook.model` rebuilds the workbook. */
interface WorkbookModel {
  readonly worksheets: readonly {
    readonly id: number | undefined
    readonly name: string
    readonly rows: readonly { readonly number: number }[]
  }[]
}

/**
 * The serialised model of a workbook.
 * @throws ProjectFault if it exceeds a limit
 * @throws ExpectationNotMet if it is not a workbook
 */
export async function parseWorkbook(file: Buffer): Promise<Uint8Array> {
  const entries = await unzip(file)
  const model = isUsualWorkbook(entries) ? await load(entries) : undefined
  const serialised = model && checked(model)
  // Whatever exceljs itself cannot do with a workbook says nothing about the workbook.
  const plain = serialised ?? checked(plainModel(entries))
  if (plain === undefined) throw new Error('exceljs cannot rebuild a workbook from plain cells')
  return plain
}

/** The serialised model; undefined if exceljs cannot rebuild the workbook from it. */
function checked(model: WorkbookModel): Uint8Array | undefined {
  if (model.worksheets.length === 0) throw new ExpectationNotMet('is not a readable workbook: it has no sheets')
  checkNumbers(model)
  const serialised = v8.serialize(model)
  if (serialised.length > limits.workbook.modelBytes) {
    throw new ProjectFault(`holds more than ${mebibytes(limits.workbook.modelBytes)} of cells and styles`)
  }
  return isRebuilt(serialised) ? serialised : undefined
}

/** Rebuilds a workbook from its serialised model. */
export function rebuildWorkbook(serialised: Uint8Array): Workbook {
  const workbook = new exceljs.Workbook()
  workbook.model = v8.deserialize(serialised) as Workbook['model']
  return workbook
}

async function unzip(file: Buffer): Promise<ZipEntry[]> {
  try {
    return await readZip(file)
  } catch (error) {
    if (!(error instanceof ExpectationNotMet)) throw error
    throw new ExpectationNotMet(`is not a workbook: it ${error.message}`, { cause: error.cause })
  }
}

/** Undefined if exceljs cannot read it, which says nothing about the workbook. */
async function load(entries: readonly ZipEntry[]): Promise<WorkbookModel | undefined> {
  const workbook = new exceljs.Workbook()
  let model: WorkbookModel | undefined
  // exceljs assigns `model` at the end of loading. The value is caught here, because reading `model` back loses merged cells.
  Object.defineProperty(workbook, 'model', { set: (value: WorkbookModel) => (model = value) })
  try {
    // Repacked after checks, so that exceljs cannot be misled by declared sizes or by local headers that differ from the directory.
    await workbook.xlsx.load(storedZip(entries) as unknown as ArrayBuffer)
  } catch {
    return undefined
  }
  if (!model) throw new Error('exceljs loaded a workbook without assigning its model')
  return model.worksheets.length === 0 ? undefined : model
}

function plainModel(entries: readonly ZipEntry[]): WorkbookModel {
  const { workbook, merges } = readPlainWorkbook(entries)
  const { model } = workbook as unknown as { readonly model: WorkbookModel }
  const worksheets = model.worksheets.map((sheet) => ({ ...sheet, mergeCells: merges.get(sheet.name) ?? [] }))
  return { ...model, worksheets }
}

/** Ids and row numbers become array indices, and some methods of exceljs iterate over all of them. */
function checkNumbers({ worksheets }: WorkbookModel): void {
  const { sheets, sheetId, rows } = limits.workbook
  if (worksheets.length > sheets) throw new ProjectFault(`has more than ${count(sheets)} sheets`)
  for (const sheet of worksheets) {
    if ((sheet.id ?? 0) > sheetId) throw new ProjectFault(`has a sheet with an id over ${count(sheetId)}`)
    if (sheet.rows.some((row) => row.number > rows)) throw new ProjectFault(`has more than ${count(rows)} rows`)
  }
}

/**
 * Rebuilds the workbook here first: only then do ranges (of columns, merged cells, names) become objects.
 * @returns Whether exceljs can
 */
function isRebuilt(serialised: Uint8Array): boolean {
  const before = intrinsics()
  const begin = process.cpuUsage()
  const workbook = tryRebuilding(serialised)
  const { user, system } = process.cpuUsage(begin)
  if (intrinsics() !== before)
    throw new ExpectationNotMet('is not a readable workbook: it uses names such as "__proto__"')
  if ((user + system) / 1000 > limits.workbook.rebuild) throw new ProjectFault('spans ranges with too many cells')
  if (workbook === undefined) return false
  workbook.worksheets.forEach(checkColumns)
  checkExtent(workbook.worksheets)
  checkCells(workbook.worksheets)
  return true
}

function tryRebuilding(serialised: Uint8Array): Workbook | undefined {
  try {
    return rebuildWorkbook(serialised)
  } catch {
    return undefined
  }
}

function checkColumns(sheet: Worksheet): void {
  const { columns } = limits.workbook
  // Without declared columns it is null, despite its type.
  const declared = (sheet.columns as Worksheet['columns'] | null) ?? []
  if (declared.length > columns) throw new ProjectFault(`has more than ${count(columns)} columns`)
}

function checkExtent(sheets: readonly Worksheet[]): void {
  const { extent } = limits.workbook
  let sum = 0
  for (const sheet of sheets) sum += sheet.rowCount * widthOf(sheet)
  if (sum > extent) throw new ProjectFault(`spreads over more than ${count(extent)} rows × columns`)
}

function widthOf(sheet: Worksheet): number {
  return rowsOf(sheet).reduce((width, row) => Math.max(width, row.cellCount), 0)
}

/** Also counts cells without a value, which have styles or are merged. */
function checkCells(sheets: readonly Worksheet[]): void {
  const { cells } = limits.workbook
  let sum = 0
  for (const row of sheets.flatMap(rowsOf)) {
    for (let column = 1; column <= row.cellCount; column += 1) if (row.findCell(column)) sum += 1
    if (sum > cells) throw new ProjectFault(`has more than ${count(cells)} cells`)
  }
}

/** The rows that exist, empty ones included. */
function rowsOf(sheet: Worksheet): Row[] {
  const numbers = Array.from({ length: sheet.rowCount }, (_, index) => index + 1)
  return numbers.map((number) => sheet.findRow(number)).filter((row) => row !== undefined)
}
