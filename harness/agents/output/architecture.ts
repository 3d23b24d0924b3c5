import { AgentFault } from '../../errors.ts'
import { architectureSchema, type Architecture } from '../../contracts/schema.ts'
import { beginningOf, objectIn } from './object.ts'
import { readPath } from './paths.ts'
import { isRecord, type Fields } from './record.ts'

const MOST_FILES = 400

/**
 * Reads a semantic architecture tree from an answer. Descriptions may be missing; files with an unusable path are left out.
 * @throws AgentFault with the reason if the answer has none
 */
export function readArchitecture(text: string): Architecture {
  const { value, answer } = objectIn(text)
  const modules = listIn(value, ['modules', 'architecture', 'tree', 'packages']).flatMap(moduleOf)
  const found = architectureSchema.safeParse({ modules })
  if (!found.success)
    throw new AgentFault(
      `the answer contains no tree of modules with files: ${problemOf(found.error.issues)}; ${beginningOf(answer)}`,
      'unreadable',
    )
  const paths = found.data.modules.flatMap(({ files }) => files.map(({ path }) => path))
  if (paths.length > MOST_FILES) throw new AgentFault(`the tree has more than ${MOST_FILES} files`, 'unreadable')
  const twice = paths.find((path, index) => paths.indexOf(path) !== index)
  if (twice !== undefined) throw new AgentFault(`the tree has the file ${twice} twice`, 'unreadable')
  return found.data
}

function problemOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  const [first] = issues
  return first === undefined ? '' : `${first.path.map(String).join('.')}: ${first.message}`.slice(0, 200)
}

function moduleOf(value: unknown): unknown[] {
  if (!isRecord(value)) return []
  const files = listIn(value, ['files']).flatMap(fileOf)
  return files.length === 0 ? [] : [{ ...named(value), files }]
}

function fileOf(value: unknown): unknown[] {
  if (!isRecord(value) || typeof value['path'] !== 'string') return []
  const read = readPath(value['path'])
  if ('problem' in read) return []
  return [
    {
      path: read.path,
      description: textOf(value['description']),
      globals: listIn(value, ['globals', 'global_code']).flatMap((each) =>
        isRecord(each) ? [named(each)] : typeof each === 'string' ? [{ description: each }] : [],
      ),
      classes: listIn(value, ['classes']).flatMap((each) =>
        isRecord(each)
          ? [{ ...named(each), functions: listIn(each, ['functions', 'methods']).flatMap(functionOf) }]
          : [],
      ),
      functions: listIn(value, ['functions']).flatMap(functionOf),
    },
  ]
}

function functionOf(value: unknown): unknown[] {
  if (!isRecord(value)) return []
  const parameters = listIn(value, ['parameters']).flatMap((each) =>
    isRecord(each) ? [{ ...named(each), type: textOf(each['type']) }] : [],
  )
  return [{ ...named(value), parameters }]
}

function named(value: Fields): { readonly name: string; readonly description: string } {
  return { name: textOf(value['name']), description: textOf(value['description']) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The first of these fields that is a list; looked for one level deeper as well, because models wrap their answers. */
function listIn(value: unknown, names: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return []
  for (const name of names) {
    const field = value[name]
    if (Array.isArray(field)) return field
    if (isRecord(field)) return listIn(field, names)
  }
  return []
}
