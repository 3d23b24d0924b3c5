/** How a library is judged by its tests: what a benchmark gives to the tester `pytest`, as plain data. */
import * as z from 'zod'
import { relativePath } from './base.ts'

const absolute = z.string().startsWith('/')
/** From the first byte to the one after the last. */
const span = z.tuple([z.int().nonnegative(), z.int().nonnegative()])

/** A Python value as `harness/testers/pytest/channel.py` writes it: a tag and what belongs to it. */
export type PythonValue =
  | readonly ['n']
  | readonly ['b', boolean]
  | readonly ['i', string]
  | readonly ['f', string]
  | readonly ['s', string]
  | readonly ['y', string]
  | readonly ['?', string]
  | readonly ['l', readonly PythonValue[]]
  | readonly ['t', readonly PythonValue[]]
  | readonly ['e', readonly PythonValue[]]
  | readonly ['d', readonly (readonly [PythonValue, PythonValue])[]]
export const pythonValueSchema: z.ZodType<PythonValue> = z.lazy(() =>
  z.union([
    z.tuple([z.literal('n')]),
    z.tuple([z.literal('b'), z.boolean()]),
    z.tuple([z.enum(['i', 'f', 's', 'y', '?']), z.string()]),
    z.tuple([z.enum(['l', 't', 'e']), z.array(pythonValueSchema)]),
    z.tuple([z.literal('d'), z.array(z.tuple([pythonValueSchema, pythonValueSchema]))]),
  ]),
)

/**
 * The forms in which a value or condition is observed in place of an assertion. With `expected`, that value never enters the process of
 * the tests.
 */
export const VALUE_FORMS = ['equal', 'differ', 'is', 'contains', 'lacks', 'within', 'same', 'truth'] as const
/**
 * `pinned`: one side of a comparison whose value is the same in all runs of the reference; the other side, which does not depend on the
 * library, is not computed. The others are observed beside what happens: calls that assert, calls and blocks that fail unless something is raised, and comparisons whose result the
 * test uses later.
 */
export const SITE_FORMS = [...VALUE_FORMS, 'pinned', 'asserting', 'mocked', 'raising', 'block', 'inner'] as const

/**
 * How far a value can be trusted to compare itself honestly: numbers, texts and other values that cannot change; objects of classes that
 * existed before the project was imported; any others.
 */
export const STANDINGS = ['value', 'known', 'object'] as const
export type Standing = (typeof STANDINGS)[number]

/** The function and arguments of a call that asserts; see `sites.py`. */
export const MOST_VALUES = 9
/** Arguments may be given as one list. */
export const MOST_STANDINGS = 50

/** An assertion of a test file. */
export const siteSchema = z.strictObject({
  /** Relative to the folder of the tests. */
  file: relativePath,
  line: z.int().positive(),
  span,
  form: z.enum(SITE_FORMS),
  /** The evaluated expressions, as places in the file. */
  values: z.array(span).min(1).max(MOST_VALUES),
  expected: pythonValueSchema.optional(),
  /** Of `mocked` the name of the method; of `truth` and `inner` the condition with `{0}`, `{1}` and `{2}` in place of the values. */
  template: z.string().max(200).optional(),
  /** Of `same`: whether both sides are plain values on the reference. */
  plain: z.boolean().optional(),
  /** Of `same`: the number of its only side that does not depend on the library. */
  own: z.int().min(0).max(1).optional(),
  /** For each value that is compared in the process: what it must be at least, because it is so on the reference. */
  standings: z.array(z.enum(STANDINGS)).max(MOST_STANDINGS).optional(),
})
export type Site = z.infer<typeof siteSchema>

const judgedTest = z.strictObject({
  /** The id of its testcode. */
  id: z.string().min(1).max(300),
  /** As pytest names it. */
  node: z.string().min(1),
  /** That it took on the reference. */
  seconds: z.number().nonnegative(),
  /** Sites that it reaches on the reference, by number. */
  sites: z.array(z.int().nonnegative()),
  /** By number of a site: what it compares, if that is the same in all runs of the reference. */
  values: z.record(z.string(), z.strictObject({ digest: z.string(), shown: z.string().optional() })),
})

/** The calibration of a suite by the reference, on this machine. */
export const calibrationSchema = z.strictObject({
  schemaVersion: z.literal(1),
  /** The interpreter that ran it. */
  python: absolute,
  tests: z.array(judgedTest),
  excluded: z.array(z.strictObject({ id: z.string().min(1).max(300), reason: z.string() })),
  sites: z.array(siteSchema),
  /** Values of variables that are not needed, because only sides that are not computed use them. */
  unused: z.array(z.strictObject({ file: relativePath, span })),
  /** Files in the folder of the tests that tests, or programs that they start, read from the disk. All others are hidden there. */
  onDisk: z.array(relativePath),
  /** Modules that the tests import. */
  imports: z.array(z.string()),
  /** Replacements and events that the reference causes, too. */
  allowed: z.array(z.string()),
  /** Seconds that one run of the suite took. */
  seconds: z.number().nonnegative(),
})
export type Calibration = z.infer<typeof calibrationSchema>

/** A suite of pytest over a library. */
export const librarySuiteSchema = z.strictObject({
  /** The folder of the dataset. */
  root: absolute,
  /** Its folder of tests. */
  tests: relativePath,
  /** Folders and files of code that are taken from a project. */
  sources: z.array(relativePath).min(1).max(50),
  /** Names that only the project can give to `import`. */
  names: z.array(z.string().regex(/^[A-Za-z_]\w*$/)).min(1),
  /** Files and folders of the dataset that the tests do not see. */
  leaveOut: z.array(relativePath),
  /** Folders with stand-ins for packages that this machine does not have. */
  modules: z.array(absolute),
  /** Plugins of pytest, as they are imported. */
  plugins: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  /** Python of the repository alone; that of the run by default. Its interpreter is never started outside a sandbox. */
  environment: z
    .strictObject({
      program: absolute,
      /** The folder of its packages. */
      packages: absolute,
      /** Folders that a sandbox shows. */
      folders: z.array(absolute),
      /** Of what is installed. */
      digest: z.string(),
    })
    .optional(),
  /** Whether an agent may see how its tests fail: nothing is hidden then. */
  shown: z.boolean(),
})
export type LibrarySuite = z.infer<typeof librarySuiteSchema>

export const libraryPlanSchema = z.strictObject({ suite: librarySuiteSchema, calibration: calibrationSchema })
export type LibraryPlan = z.infer<typeof libraryPlanSchema>
