/** Compares types as they are written in a contract and in code. */

const ALIASES: Readonly<Record<string, string>> = {
  ...{ string: 'str', text: 'str', integer: 'int', boolean: 'bool', void: 'none', undefined: 'none', null: 'none' },
  ...{ nonetype: 'none', array: 'list', object: 'dict', record: 'dict', map: 'dict', double: 'float' },
}
const ANYTHING: readonly string[] = ['', 'any', 'unknown', 'object', 'dict']
/** Characters; a longer type is not compared. */
const LONGEST = 200

/** Whether two types may mean the same. Arguments of generic types are compared only if both are given. */
export function areAlike(one: string, other: string): boolean {
  if (one.length > LONGEST || other.length > LONGEST) return true
  const [first, second] = [membersOf(one), membersOf(other)]
  if ([...first, ...second].some((each) => ANYTHING.includes(each))) return true
  const fits = (types: readonly string[], others: readonly string[]) =>
    types.every((type) => others.some((each) => isLike(type, each)))
  return fits(first, second) && fits(second, first)
}

/** Whether a function with this result returns a value. Undefined if the type does not say. */
export function expectsValue(written: string): boolean | undefined {
  const members = membersOf(written)
  if (members.every((each) => each === 'none' || each === 'noreturn' || each === 'never')) return false
  return members.some((each) => each === 'none' || ANYTHING.includes(each)) ? undefined : true
}

function isLike(one: string, other: string): boolean {
  if (one === other) return true
  const [name, inner] = parted(one)
  const [otherName, otherInner] = parted(other)
  return name === otherName && (inner === '' || otherInner === '')
}

function parted(type: string): readonly [string, string] {
  const at = type.search(/[[<]/)
  return at < 0 ? [type, ''] : [type.slice(0, at), type.slice(at)]
}

/** The members of a union, in one notation: `Optional[List[int]]` and `list[int] | None` have the same. */
function membersOf(written: string): string[] {
  const plain = written
    .replaceAll(/["'`\s]/g, '')
    .replaceAll(/\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])/g, '')
    .replaceAll('<', '[')
    .replaceAll('>', ']')
    .toLowerCase()
  const [, promised] = /^(?:promise|awaitable|coroutine)\[(.*)\]$/.exec(plain) ?? []
  const type = promised ?? plain
  const [, optional] = /^optional\[(.*)\]$/.exec(type) ?? []
  if (optional !== undefined) return [...membersOf(optional), 'none']
  const [, union] = /^union\[(.*)\]$/.exec(type) ?? []
  const [, array] = /^(\w+)\[\]$/.exec(type) ?? []
  if (array !== undefined) return [`list[${aliased(array)}]`]
  return splitOutside(union ?? type, union === undefined ? '|' : ',').map(aliased)
}

function aliased(type: string): string {
  return type.replaceAll(/[a-z_]\w*/g, (word) => (Object.hasOwn(ALIASES, word) ? (ALIASES[word] ?? word) : word))
}

function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if ('[({'.includes(character)) depth += 1
    if ('])}'.includes(character)) depth -= 1
    if (character === separator && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + character)
  }
  return parts
}
