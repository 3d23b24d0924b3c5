import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { MachineFault } from '../../errors.ts'
import { MOST_VALUES, pythonValueSchema, SITE_FORMS, type LibrarySuite, type Site } from '../../contracts/schema.ts'
import { MiB } from '../../lib/wording/bytes.ts'
import { SOURCES, type Surroundings } from './run.ts'

export interface FoundFile {
  /** Relative to the folder of the tests. */
  readonly file: string
  readonly sites: readonly Site[]
  /** Values of variables that only `sides` use, which are sides of comparisons that do not depend on the library. */
  readonly unused: readonly { readonly span: Site['span']; readonly sides: readonly Site['span'][] }[]
  readonly imports: readonly string[]
  /** Its tests as they stand in the file, with the folder of the tests. */
  readonly tests: readonly string[]
}

const span = z.tuple([z.int(), z.int()])
const foundSchema = z.record(
  z.string(),
  z.object({
    sites: z.array(
      z.object({
        line: z.int(),
        span,
        form: z.enum(SITE_FORMS),
        values: z.array(span).min(1).max(MOST_VALUES),
        expected: pythonValueSchema.optional(),
        template: z.string().max(200).optional(),
        own: z.int().min(0).max(1).optional(),
      }),
    ),
    unused: z.array(z.object({ span, sides: z.array(span) })),
    imports: z.array(z.string()),
    tests: z.array(z.string()),
  }),
)

/** All assertions of a suite that can be observed, found in the sandbox by the syntax tree of each file. */
export async function findSites(
  { root, tests, names, environment }: LibrarySuite,
  around: Surroundings,
): Promise<FoundFile[]> {
  const { sandbox, scratch, python, signal } = around
  const cwd = path.join(scratch, 'find-sites')
  await mkdir(cwd, { recursive: true })
  const folder = path.join(root, tests)
  await sandbox.provide(SOURCES, SOURCES)
  for (const each of environment?.folders ?? []) await sandbox.provide(each, each)
  await sandbox.provide(folder, folder)
  const chunks: Buffer[] = []
  const ended = await sandbox.measure({
    argv: [python, '-I', '-B', path.join(SOURCES, 'sites.py'), folder, ...names],
    cwd,
    limits: {
      cpuSeconds: 60,
      wallSeconds: 60,
      memoryBytes: 1024 * MiB,
      outputBytes: 64 * MiB,
      diskBytes: MiB,
      files: 10,
      processes: 16,
    },
    onOutput: (chunk) => chunks.push(chunk),
    signal,
  })
  if (ended.code !== 0) throw new MachineFault(`the tests in ${folder} cannot be read: ${ended.errors.slice(-300)}`)
  const found = foundSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  return Object.entries(found).map(([full, { sites, unused, imports, tests: nodes }]) => {
    const file = path.relative(folder, full)
    const relative = (node: string) => `${tests}/${file}::${node.slice(full.length + 2)}`
    return {
      file,
      imports,
      unused,
      tests: nodes.map(relative),
      sites: sites.map(({ expected, template, own, ...site }) => ({
        file,
        ...site,
        ...(expected === undefined ? {} : { expected }),
        ...(template === undefined ? {} : { template }),
        ...(own === undefined ? {} : { own }),
      })),
    }
  })
}
