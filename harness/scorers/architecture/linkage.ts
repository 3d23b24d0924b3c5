import type { Setting } from '../../contracts/schema.ts'
import type { Link } from './links.ts'
import type { Share } from './measure.ts'

/**
 * Internal imports that lead to an existing file that defines the symbol / all internal imports. `paper`: every name of every statement
 * counts. `strict`: a file counts each name once; imports whose failure is caught, and names that cannot be known without running the
 * program, are left out; a module of Python must be in a folder that Python searches.
 */
export function linkageOf(links: readonly Link[], setting: Setting): Share {
  const imports = links.filter(({ page }) => page !== true)
  const counted = setting === 'paper' ? imports : once(imports.filter(isCounted))
  const broken = counted.filter((link) => isBroken(link, setting))
  return {
    part: counted.length - broken.length,
    whole: counted.length,
    findings: broken.map((link) => ({ path: link.from, line: link.line, text: problemOf(link) })),
  }
}

export function isBroken({ status }: Pick<Link, 'status'>, setting: Setting): boolean {
  return setting === 'paper'
    ? status !== 'resolved' && status !== 'not-on-path'
    : isCounted({ status }) && status !== 'resolved'
}

function isCounted({ status, optional }: Pick<Link, 'status' | 'optional'>): boolean {
  return status === 'resolved' || (status !== 'unknown' && optional !== true)
}

function once(links: readonly Link[]): Link[] {
  return [...new Map(links.map((link) => [JSON.stringify([link.from, link.specifier, link.symbol]), link])).values()]
}

export function problemOf({ specifier, symbol, status }: Pick<Link, 'specifier' | 'symbol' | 'status'>): string {
  const what = symbol === undefined ? `"${specifier}"` : `"${symbol}" of "${specifier}"`
  if (status === 'no-file') return `${what}: there is no such file`
  if (status === 'not-on-path') return `${what}: the file is in a folder that Python does not search`
  return status === 'unknown' ? `${what}: the name was not found` : `${what}: the file does not define the name`
}
