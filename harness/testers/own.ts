import { loadOwn, type Own } from '../lib/files/own-file.ts'
import type { TesterEntry } from '../contracts/types.ts'
import { checkedTester } from './checked-tester.ts'

const KINDS = ['website', 'program', 'desktop', 'source']

/**
 * Loads a tester from a user's file.
 * @throws UsageError naming the file and its missing part
 */
export async function ownTester(spec: string): Promise<Own & { readonly tester: TesterEntry }> {
  const own = await loadOwn(spec, {
    what: 'a tester',
    functions: ['check', 'open'],
    problemOf: ({ accepts }) =>
      Array.isArray(accepts) && accepts.length > 0 && accepts.every((kind) => KINDS.includes(kind as string))
        ? undefined
        : `"accepts" lists kinds of target: ${KINDS.join(', ')}`,
  })
  return { ...own, tester: checkedTester(own.value as unknown as TesterEntry, own.file) }
}
