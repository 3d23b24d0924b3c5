import * as z from 'zod'

/** One testcode of the published benchmark: the source of a Python function that asserts. */
export const pythonTestcodeSchema = z.strictObject({
  /** One `def`, without imports. */
  source: z.string().min(1).max(100_000),
  /** The name that `source` defines; names repeat within a mission. */
  function: z.string().regex(/^[A-Za-z_]\w*$/),
  /** Names of its keyword arguments, `driver` not among them; each takes a value of `answers[testcode][name]`. */
  parameters: z.array(z.string().min(1).max(200)),
})
export type PythonTestcode = z.infer<typeof pythonTestcodeSchema>

/** Testcode id → testcode. Those that the mission withholds may be missing. */
export const pythonTestcodesSchema = z.record(z.string(), pythonTestcodeSchema)
export type PythonTestcodes = z.infer<typeof pythonTestcodesSchema>
