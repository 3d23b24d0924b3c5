import type { Setting } from '../../contracts/schema.ts'
import type { Share } from './measure.ts'
import type { FunctionBody, Module } from './module.ts'

/**
 * Bodies that only pass, refuse or say TODO / all bodies. `paper`: any body with a comment that says TODO. `strict`: only if it does
 * nothing else; abstract methods, methods that a class of the project overrides, and functions without a name do not count.
 */
export function placeholdersOf(modules: readonly Module[], setting: Setting): Share {
  const overridden = setting === 'strict' ? overriddenMethods(modules) : new Set<string>()
  const counted = modules.flatMap(({ path, bodies }) =>
    bodies.flatMap((body) => {
      const isPlaceholder = setting === 'paper' ? body.paper : body.strict
      if (isPlaceholder === undefined || (isPlaceholder && overridden.has(keyOf(body)))) return []
      return [{ path, body, isPlaceholder }]
    }),
  )
  const found = counted.filter(({ isPlaceholder }) => isPlaceholder)
  return {
    part: found.length,
    whole: counted.length,
    findings: found.map(({ path, body }) => ({ path, line: body.line, text: `"${labelOf(body)}" is a placeholder` })),
  }
}

/** `Class.method` of each class that another class of the project extends, with its own method of the same name. */
function overriddenMethods(modules: readonly Module[]): ReadonlySet<string> {
  const overridden = new Set<string>()
  for (const { classes } of modules)
    for (const { bases, methods } of classes.values())
      for (const owner of bases) for (const name of methods) overridden.add(keyOf({ owner, name }))
  return overridden
}

function keyOf({ owner = '', name }: Pick<FunctionBody, 'owner' | 'name'>): string {
  return `${owner}.${name}`
}

function labelOf({ owner, name }: Pick<FunctionBody, 'owner' | 'name'>): string {
  if (name === '') return 'a function without a name'
  return owner === undefined ? name : `${owner}.${name}`
}
