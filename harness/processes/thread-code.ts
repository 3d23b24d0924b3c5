/**
 * Code for a thread (`eval: true`) that loads a module of ours; from sources it is TypeScript, which a thread has to be told
 * how to load.
 * @param near `import.meta.url` of a module in the same folder
 * @param name Of the module, without its extension
 */
export function threadCode(near: string, name: string): string {
  const source = near.endsWith('.ts')
  const load = `import(${JSON.stringify(new URL(`./${name}.${source ? 'ts' : 'js'}`, near).href)})`
  if (!source) return load
  return `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => (register(), ${load}))`
}
