import { execa } from 'execa'
import exceljs from 'exceljs'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { ExpectationNotMet, ProjectFault, messageOf } from '../../../harness/errors.ts'
import { closeParsers, readWorkbook } from '../../../harness/lib/parsing/produced.ts'
import { storedZip } from '../../../harness/lib/parsing/make-zip.ts'
import { readZip, type ZipEntry } from '../../../harness/lib/parsing/zip.ts'
import { temporaryFolder } from '../../helpers.ts'
import { workbookEntries, zip, zip64, type Entry } from './archives.ts'

const MEBIBYTE = 1024 * 1024

afterAll(closeParsers)

async function textsOf(archive: Buffer): Promise<Record<string, string>> {
  const files = await readZip(archive)
  return Object.fromEntries(files.map(({ name, content }) => [name, content.toString('utf8')]))
}

async function refusal(archive: Buffer): Promise<string> {
  const error: unknown = await readZip(archive).then(
    () => 'it was read',
    (thrown: unknown) => thrown,
  )
  if (error instanceof ProjectFault) return `exhausted: ${error.message}`
  if (error instanceof ExpectationNotMet) return `malformed: ${error.message}`
  throw new Error(`neither: ${messageOf(error)}`, { cause: error })
}

const FILES: readonly Entry[] = [
  { name: 'a.txt', content: 'first' },
  { name: 'folder/', content: '' },
  { name: 'folder/b.txt', content: 'second'.repeat(10_000) },
  { name: 'empty', content: '' },
]
const TEXTS = { 'a.txt': 'first', 'folder/b.txt': 'second'.repeat(10_000), empty: '' }

describe('readZip reads', () => {
  it.each([
    ['an ordinary archive', zip(FILES)],
    ['an archive in the zip64 format', zip64(FILES)],
  ])('%s', async (_, archive) => {
    expect(await textsOf(archive)).toEqual(TEXTS)
  })

  it('what storedZip writes', async () => {
    const name = fc
      .string({ unit: fc.constantFrom('a', 'b', 'ä', '😀', '.'), minLength: 1 })
      .filter((each) => each !== '..')
    const file = fc.record({ name, content: fc.uint8Array().map((bytes) => Buffer.from(bytes)) })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(file, { selector: (each) => each.name }), async (files: ZipEntry[]) => {
        expect(await readZip(storedZip(files))).toEqual(files)
      }),
    )
  })

  it('what Python writes in the zip64 format', async () => {
    await using folder = await temporaryFolder()
    // Python writes 64-bit sizes from this limit on.
    const code = `import sys, zipfile
zipfile.ZIP64_LIMIT = 10
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    archive.writestr('a.txt', 'first' * 100)
    archive.writestr('b.txt', 'second' * 100)
sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())`
    const options = { encoding: 'buffer', timeout: 20_000 } as const
    const { stdout } = await execa('python3', ['-c', code, folder.file('x.zip')], options)
    expect(Buffer.from(stdout).includes('PK\x06\x06')).toBe(true)
    expect(await textsOf(Buffer.from(stdout))).toEqual({ 'a.txt': 'first'.repeat(100), 'b.txt': 'second'.repeat(100) })
  })

  it('a workbook in the zip64 format', async () => {
    const workbook: exceljs.Workbook = await readWorkbook('result.xlsx', zip64(workbookEntries({})))
    expect(workbook.worksheets[0]?.getCell('A1').value).toBe(1)
  })
})

describe('readZip refuses', () => {
  const hostile: Readonly<Record<string, readonly [() => Buffer, string]>> = {
    'no archive': [() => Buffer.from('Time,Monday\n'), 'malformed: is not a zip archive'],
    nothing: [() => Buffer.alloc(0), 'malformed: is not a zip archive'],
    'an archive cut in half': [() => zip(FILES).subarray(0, 100), 'malformed: is not a zip archive'],
    'more files than the limit': [() => zip(FILES, 5000), 'exhausted: holds more than 4,096 files'],
    'more files than the limit, counted in 64 bits': [
      () => zip64(FILES, 2 ** 52),
      'exhausted: holds more than 4,096 files',
    ],
    'fewer files than it declares': [() => zip(FILES, 100), 'malformed: is a damaged zip archive'],
    'terabytes by its own account': [
      () => zip64([{ name: 'a', content: '', declaredSize: 2 ** 42 }]),
      'exhausted: holds more than 64 MiB when unpacked',
    ],
    'more than it declares': [
      () => zip64([{ name: 'a', content: Buffer.alloc(65 * MEBIBYTE), declaredSize: 1024 }]),
      'exhausted: holds more than 64 MiB when unpacked',
    ],
    'less than it declares': [
      () => zip([{ name: 'a', content: 'abc', declaredSize: 1024 }]),
      'malformed: is a zip archive with a file of another size than declared',
    ],
    'a name twice': [
      () => zip([...FILES, ...FILES.slice(0, 1)]),
      'malformed: is a zip archive with two files of the same name',
    ],
    'an encrypted file': [() => zip([{ name: 'a', content: 'abc', flags: 1 }]), 'malformed: is encrypted'],
    'an unknown compression method': [
      () => zip([{ name: 'a', content: 'abc', method: 12 }]),
      'malformed: has an unsupported compression method',
    ],
    'content that is not compressed as it says': [
      () => Buffer.from(zip([{ name: 'a', content: 'abc' }])).fill(0xff, 31, 35),
      'malformed: is a damaged zip archive',
    ],
  }
  it.each(Object.keys(hostile))('%s', async (title) => {
    const [archive, message] = hostile[title] ?? []
    expect(archive && (await refusal(archive()))).toContain(message)
  })

  it.each(['../x', 'a/../../x', '/etc/passwd', 'C:\\x', '..\\x'])(
    'the name %j, which leads out of it',
    async (name) => {
      expect(await refusal(zip([...FILES, { name, content: 'x' }]))).toContain('malformed: is a damaged zip archive')
      expect(await refusal(zip64([...FILES, { name, content: 'x' }]))).toContain('malformed: is a damaged zip archive')
    },
  )

  it('many entries that share the same large content', async () => {
    const archive = zip([{ name: 'a0', content: Buffer.alloc(MEBIBYTE) }])
    const directory = archive.indexOf('PK\x01\x02', 0, 'latin1')
    const end = archive.indexOf('PK\x05\x06', 0, 'latin1')
    const copies = Array.from({ length: 1000 }, (_, index) => {
      const copy = Buffer.from(archive.subarray(directory, end))
      copy.write(index.toString(36).padStart(2, '0'), copy.length - 2)
      return copy
    })
    const tail = Buffer.from(archive.subarray(end))
    tail.writeUInt16LE(copies.length, 10)
    const shared = Buffer.concat([archive.subarray(0, directory), ...copies, tail])
    // Refused by the declared sizes; if they lie, by the first content.
    expect(await refusal(shared)).toBe('exhausted: holds more than 64 MiB when unpacked')
    for (let at = directory; at < shared.length - 22; at += 48) shared.writeUInt32LE(0, at + 24)
    expect(await refusal(shared)).toBe('malformed: is a zip archive with a file of another size than declared')
  })
})

it('readZip reads or refuses any bytes', async () => {
  for (const archive of [zip(FILES), zip64(FILES)]) {
    const change = fc.tuple(fc.nat({ max: archive.length - 1 }), fc.nat({ max: 255 }))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const changed = Buffer.from(archive)
        for (const [index, value] of changes) changed[index] = value
        const result: unknown = await readZip(changed).catch((error: unknown) => error)
        const isRefused = result instanceof ExpectationNotMet || result instanceof ProjectFault
        expect(isRefused || Array.isArray(result), String(result)).toBe(true)
      }),
      { numRuns: 500 },
    )
  }
})
