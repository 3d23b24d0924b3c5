/** Environment variables. Passed as an argument, so that few functions read `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Whether an optional part of the machine counts as missing although it may be installed. `PE_HIDE_OPTIONAL` names the parts, with commas;
 * `1` is all of them. So a test sees the machine of somebody who installed nothing by hand. Every search for such a part asks here.
 */
export function isHidden(part: string, env: Environment): boolean {
  const hidden = env['PE_HIDE_OPTIONAL']?.split(',') ?? []
  return hidden.includes('1') || hidden.includes(part)
}

/** Optional Python modules → Debian's packages of them, which are their names in `PE_HIDE_OPTIONAL`. */
const PYTHON_MODULES = new Map([
  ['pandas', 'python3-pandas'],
  ['openpyxl', 'python3-openpyxl'],
  ['matplotlib', 'python3-matplotlib'],
  ['statsmodels', 'python3-statsmodels'],
  ['scipy', 'python3-statsmodels'],
  ['numpy', 'python3-numpy'],
  ['sklearn', 'python3-sklearn'],
  ['PIL', 'python3-pil'],
])

/** The same for a Python module, such as `PIL.Image`. */
export function isModuleHidden(module: string, env: Environment): boolean {
  const [name = ''] = module.split('.')
  const part = PYTHON_MODULES.get(name)
  return part !== undefined && isHidden(part, env)
}
