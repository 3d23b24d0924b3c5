/** Names of exports: verbs for functions, nouns for things, and no participles. */

/** Irregular participles that stood as names. */
const IRREGULAR =
  'told|given|kept|held|known|shown|worth|drawn|taken|made|left|seen|found|written|sent|built|chosen|landing'
const PARTICIPLE = new RegExp(`^(?:${IRREGULAR}|[a-z]+ed)$`, 'i')

/** Exported functions and classes whose name is one word. */
const WORD = /^export (?:async )?(?:function\*?|class) ([A-Za-z][a-z]+)\b/gm

/** Nouns and verbs with that ending, and the error that a stopped run throws. */
const OTHERS = new Set(['seed', 'feed', 'need', 'speed', 'embed', 'exceed', 'proceed', 'shed', 'interrupted'])

export function participlesIn(source: string): { readonly offset: number; readonly message: string }[] {
  return Array.from(source.matchAll(WORD), ({ index, 1: name = '' }) => ({ offset: index, name }))
    .filter(({ name }) => PARTICIPLE.test(name) && !OTHERS.has(name.toLowerCase()))
    .map(({ offset, name }) => ({
      offset,
      message: `the name "${name}" is a participle: write a verb for a function ("merge"), a noun for a thing ("MergeResult").`,
    }))
}
