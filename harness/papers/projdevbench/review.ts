import path from 'node:path'
import type { ReviewItem } from './dataset.ts'

export const REVIEW_SUITE = 'review'
/** Pages of the testcodes of a review, for the report and for exports. */
export const ruleKind = { rule: 'Rules', model: 'Judged by a model' } as const

export function isForModel({ script }: ReviewItem): boolean {
  return script.startsWith('llm_as_a_judge')
}

/** A review item as the tester `review` reads it. Its kind follows from its arguments, in the published order. */
export function ruleOf(item: ReviewItem, folder: string): Readonly<Record<string, unknown>> {
  const { name, description, args } = item
  if (isForModel(item)) return { kind: 'model', name, question: `${name}: ${description}` }
  const root = args.reference_root?.replace('${PROJECT_ROOT}/', '')
  const references = Object.fromEntries(
    root === undefined || root.startsWith('/') || root.split('/').includes('..')
      ? []
      : (args.files ?? []).map((file) => [file, path.join(folder, root, file)]),
  )
  if (args.entries) return { kind: 'gitignore', entries: args.entries }
  if (args.pattern !== undefined)
    return {
      kind: 'forbidden',
      pattern: args.pattern,
      ...(args.paths ? { paths: args.paths } : {}),
      ...(args.include_suffixes ? { suffixes: args.include_suffixes } : {}),
      caseSensitive: args.case_sensitive ?? true,
      stripComments: args.strip_comments ?? false,
    }
  if (args.files && args.allowed) return { kind: 'headers', files: args.files, allowed: args.allowed, references }
  if (args.files && args.reference_root !== undefined) return { kind: 'unchanged', files: args.files, references }
  if (args.files) return { kind: 'exist', files: args.files }
  if (args.path !== undefined) return { kind: 'cmake', file: args.path }
  return { kind: 'text', forbids: forbiddenBy(name) }
}

/** The kind of files that a rule without arguments forbids, recognised by its text. */
function forbiddenBy(name: string): 'cmake-artifacts' | 'containers' | 'nothing' {
  if (/CMake Artifacts/i.test(name)) return 'cmake-artifacts'
  return /STL Containers/i.test(name) ? 'containers' : 'nothing'
}
