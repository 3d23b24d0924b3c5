/** Names by which an agent would know the reference. */

/**
 * @param names Top-level modules and the folder of the repository
 */
export function leakPattern(names: readonly string[]): RegExp | undefined {
  const words = [...new Set(names.flatMap(variantsOf))].filter((word) => word.length > 1)
  if (words.length === 0) return undefined
  const longest = words.toSorted((a, b) => b.length - a.length).map(escaped)
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${longest.join('|')})(?![\p{L}\p{N}])`, 'giu')
}

/** `scikit-learn`, `scikit_learn` and `scikit learn` are one name; a version behind it is no part of it. */
function variantsOf(name: string): string[] {
  const bare = name.replace(/[-_ ]?v?\d+(?:\.\d+)+.*$/, '').replace(/^python3?-|^py-/i, '')
  const parts = bare.split(/[-_ .]+/).filter((part) => part !== '')
  return [name, bare, parts.join('-'), parts.join('_'), parts.join(' '), parts.join('')]
}

function escaped(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\/]/g, String.raw`\$&`)
}

const ADDRESS = /\b(?:https?:\/\/|www\.)\S+|\b[\w.+-]+@[\w-]+\.[\w.]+/g

/** The text without the names of the reference: they become the name that the library has here. */
export function withoutLeaks(text: string, leaks: RegExp | undefined, name: string): string {
  const plain = text.replace(ADDRESS, '').replace(/[ \t]+\n/g, '\n')
  return leaks ? plain.replace(leaks, name) : plain
}

export function leaksIn(text: string, leaks: RegExp | undefined): number {
  return leaks ? (text.match(leaks) ?? []).length : 0
}
