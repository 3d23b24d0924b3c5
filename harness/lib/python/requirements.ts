/** Reads the requirements of a repository, which pip or uv installs. They come from a dataset, so they are untrusted. */

/** The lines of requirements files that name a package, and those that cannot be used. */
export interface Requirements {
  readonly wanted: readonly string[]
  readonly refused: readonly Lacking[]
}

/** A requirement that is not installed. */
export interface Lacking {
  readonly requirement: string
  readonly reason: string
}

/** The judge needs it, in a series whose hooks it knows; repositories name versions that Python no longer runs. */
const PYTEST = 'pytest>=7.2,<8'
const MOST = 500
const LONGEST = 200

const NAME = String.raw`[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?`
const VERSIONS = String.raw`(?:===|==|~=|!=|<=|>=|<|>)\s*[\w.*+!-]+`
const REQUIREMENT = new RegExp(
  String.raw`^(${NAME})\s*(?:\[[\w., -]*\])?\s*(?:${VERSIONS}(?:\s*,\s*${VERSIONS})*)?\s*(?:;[\w\s.'"<>=!()]*)?$`,
)

/**
 * A line is a name, with extras, versions and a marker. Options, addresses and paths are refused: they could name sources other
 * than the package index.
 * @param texts Of the files
 */
export function readRequirements(texts: readonly string[]): Requirements {
  const lines = texts
    .flatMap((text) => text.split(/\r?\n/))
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter((line) => line !== '')
  const distinct = [...new Set(lines)]
  const wanted = distinct.filter((line) => line.length <= LONGEST && REQUIREMENT.test(line))
  const usable = new Set(wanted)
  const others = distinct.filter((line) => !usable.has(line))
  const refused = others.map((line) => refusal(line, 'it is more than the name and the versions of a package'))
  const kept = wanted.filter((line) => nameOf(line) !== 'pytest')
  return {
    wanted: [PYTEST, ...kept.slice(0, MOST)],
    refused: [
      ...refused.slice(0, MOST),
      ...kept.slice(MOST, 2 * MOST).map((line) => refusal(line, `only ${String(MOST)} are installed`)),
    ],
  }
}

function refusal(requirement: string, reason: string): Lacking {
  return { requirement: requirement.slice(0, LONGEST), reason }
}

/** The name of a package as an index writes it. */
function nameOf(requirement: string): string {
  return (REQUIREMENT.exec(requirement)?.[1] ?? '').toLowerCase().replaceAll(/[-_.]+/g, '-')
}
