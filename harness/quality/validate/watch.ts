/** Records what testcodes use while they run, including in helpers, without reading their sources. */

import { onlyKnown } from '../../testers/misuse.ts'
import type { Given, ProgramFixtures, RunOptions, WebsiteFixtures } from '../../contracts/types.ts'
import type { Page } from '@playwright/test'
import { LONGEST, note, patchTyping, recordTyping, textOf } from './typed.ts'

/** The recorded use of fixtures by one testcode. */
export interface Use {
  /** The number of its calls of `expect`, or of other fixtures that fail if what they state does not hold. */
  expectations: number
  /** Parameters whose values it asked for. */
  readonly parameters: Set<string>
  /** Texts that it typed into pages, chose and ticked there, or passed to a program, in order. */
  readonly typed: string[]
  /** The values that it drew from the seed, in order. */
  readonly drawn: string[]
}

export type Uses = ReadonlyMap<string, Use>

/** Also an expectation: it fails if the project does not refuse. */
const REFUSAL = 'refusal'
/** Fixtures whose first argument is the name of a parameter, of websites and programs, and of programs with windows. */
const PARAMETER_FIXTURES = ['open', 'url', 'element', 'text', 'file', REFUSAL]
const PLACE_FIXTURES = ['point', 'region', 'key', 'colour']
/** Fixtures of programs with windows that fail if what they state does not hold. */
const STATEMENTS = ['until', 'changes', 'stays', 'runsFor']

type Action = (...args: readonly unknown[]) => unknown
type Fixtures = Readonly<Record<string, unknown>>

/**
 * Wraps a module of testcodes, so that what its testcodes use is recorded.
 * @returns Undefined if testcodes are not functions
 */
export function watchTestcodes(module: unknown): { readonly testcodes: unknown; readonly uses: Uses } | undefined {
  const entries = Object.entries(typeof module === 'object' && module !== null ? module : {})
  if (!entries.every((entry): entry is [string, Action] => typeof entry[1] === 'function')) return undefined
  const uses = new Map(
    entries.map(([id]) => [id, { expectations: 0, parameters: new Set<string>(), typed: [], drawn: [] }]),
  )
  const earlier: Earlier = { signingIn: new Set(), made: new Map() }
  const testcodes = entries.map(([id, testcode]) => {
    const use = uses.get(id)
    return [id, use ? (fixtures: Fixtures) => runWatched(testcode, fixtures, use, earlier) : testcode] as const
  })
  return { testcodes: Object.fromEntries(testcodes), uses }
}

/**
 * The same for the testcodes of all suites. Suites of one file share its testcodes, and what these use is recorded once.
 * @returns Undefined if testcodes of one of them are not functions
 */
export function watchedSuites(
  suites: ReadonlyMap<string, unknown>,
): { readonly testcodes: ReadonlyMap<string, unknown>; readonly uses: Uses } | undefined {
  const watches = new Map([...new Set(suites.values())].map((module) => [module, watchTestcodes(module)]))
  const known = [...watches.values()].filter((watch) => watch !== undefined)
  if (known.length < watches.size) return undefined
  return {
    testcodes: new Map([...suites].map(([id, module]) => [id, watches.get(module)?.testcodes])),
    uses: new Map(known.flatMap(({ uses }) => [...uses])),
  }
}

/** Parameters that testcodes have used so far for what later testcodes share. */
interface Earlier {
  readonly signingIn: Set<string>
  /** By the name of what is made once. */
  readonly made: Map<string, ReadonlySet<string>>
}

function runWatched(testcode: Action, fixtures: Fixtures, use: Use, earlier: Earlier): unknown {
  if ('page' in fixtures) patchTyping(fixtures['page'] as Page)
  // A testcode may be judged a second time.
  use.typed.length = 0
  use.drawn.length = 0
  return recordTyping(use.typed, () => testcode(watchedFixtures(fixtures, use, earlier)))
}

function watchedFixtures(fixtures: Fixtures, use: Use, { signingIn, made }: Earlier): Fixtures {
  const isDesktop = 'region' in fixtures
  const ofParameters = (isDesktop ? PLACE_FIXTURES : PARAMETER_FIXTURES)
    .filter((name) => name in fixtures)
    .map((name) => {
      const action = fixtures[name] as Action
      const watchedAction: Action = (parameter, ...rest) => {
        use.parameters.add(String(parameter))
        if (name === REFUSAL) use.expectations += 1
        return action(parameter, ...rest)
      }
      return [name, watchedAction] as const
    })
  return onlyKnown({
    ...fixtures,
    ...Object.fromEntries(ofParameters),
    ...(isDesktop ? watchedStatements(fixtures, use) : {}),
    ...('as' in fixtures ? { as: watchedSignIn(fixtures['as'] as WebsiteFixtures['as'], use, signingIn) } : {}),
    ...('once' in fixtures ? { once: watchedOnce(fixtures['once'] as WebsiteFixtures['once'], use, made) } : {}),
    ...('choose' in fixtures ? { choose: watchedChoice(fixtures['choose'] as WebsiteFixtures['choose']) } : {}),
    ...('given' in fixtures ? { given: watchedGiven(fixtures['given'] as Given, use.drawn) } : {}),
    ...('run' in fixtures ? watchedProgram(fixtures as unknown as ProgramFixtures) : {}),
    expect: watchedExpect(fixtures['expect'] as Action, use),
  })
}

/**
 * A person signs in once, and the browser keeps the session for later testcodes. These count as using the parameters of the
 * sign-in too.
 * @param signingIn Parameters that sign-ins have used so far
 */
function watchedSignIn(as: WebsiteFixtures['as'], use: Use, signingIn: Set<string>): WebsiteFixtures['as'] {
  return async (person, how) => {
    const before = new Set(use.parameters)
    await as(person, how)
    for (const name of use.parameters) if (!before.has(name)) signingIn.add(name)
    for (const name of signingIn) use.parameters.add(name)
  }
}

/** A thing is made once, and later testcodes find it. These count as using the parameters with which it was made. */
function watchedOnce(
  once: WebsiteFixtures['once'],
  use: Use,
  made: Map<string, ReadonlySet<string>>,
): WebsiteFixtures['once'] {
  return async (name, make) => {
    const thing = await once(name, async () => {
      const before = [...use.parameters]
      use.parameters.clear()
      try {
        return await make()
      } finally {
        made.set(name, new Set(use.parameters))
        for (const each of before) use.parameters.add(each)
      }
    })
    for (const each of made.get(name) ?? []) use.parameters.add(each)
    return thing
  }
}

/** Notes what is chosen: the list may be a native one or any other. */
function watchedChoice(choose: WebsiteFixtures['choose']): WebsiteFixtures['choose'] {
  return (list, text) => {
    note(text === undefined ? String(list) : String(text))
    return choose(list, text)
  }
}

/** Notes the result of each draw, but not of the draws that another one consists of. */
function watchedGiven(given: Given, drawn: string[]): Given {
  let depth = 0
  const watchedDraw = (name: string, draw: Action): Action => {
    return (...args) => {
      depth += 1
      try {
        const value = draw(...args)
        if (depth === 1) drawn.push(JSON.stringify([name, args[0], value]).slice(0, LONGEST))
        return value
      } finally {
        depth -= 1
      }
    }
  }
  return new Proxy(given, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      return typeof found === 'function' ? watchedDraw(String(name), found as Action) : found
    },
  })
}

/** Notes the input of a program: files, arguments, standard input and lines of a dialogue. */
function watchedProgram(program: ProgramFixtures): Pick<ProgramFixtures, 'put' | 'run' | 'start'> {
  const noteOptions = ({ args = [], stdin = '' }: RunOptions = {}) => {
    for (const text of [...args, stdin]) note(text)
  }
  return {
    put: (path, content) => {
      note(textOf(content))
      return program.put(path, content)
    },
    run: (options) => {
      noteOptions(options)
      return program.run(options)
    },
    start: async (options) => {
      noteOptions(options)
      const dialogue = await program.start(options)
      return {
        greeting: dialogue.greeting,
        send: (line) => {
          note(line)
          return dialogue.send(line)
        },
        end: () => dialogue.end(),
      }
    },
  }
}

function watchedStatements(fixtures: Fixtures, use: Use): Fixtures {
  const watchedOnes = STATEMENTS.filter((name) => name in fixtures).map((name) => {
    const statement = fixtures[name] as Action
    return [name, (...args: readonly unknown[]) => ((use.expectations += 1), statement(...args))] as const
  })
  return Object.fromEntries(watchedOnes)
}

/** Counts calls of `expect`, `expect.poll` and `expect.soft`. */
function watchedExpect(expect: Action, use: Use): Action {
  return new Proxy(expect, {
    apply(target, self, args: unknown[]) {
      use.expectations += 1
      return Reflect.apply(target, self, args)
    },
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      if (name === 'configure')
        return (...args: readonly unknown[]) => watchedExpect((found as Action)(...args) as Action, use)
      return name === 'poll' || name === 'soft' ? watchedExpect(found as Action, use) : found
    },
  })
}
