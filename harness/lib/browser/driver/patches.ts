/**
 * Patches to the source of Playwright, applied before a driver runs it, so that a page cannot detect it. Each patch says
 * how often its text must occur: if another version of Playwright differs, it must be reviewed before it is used.
 */
import { HarnessFault } from '../../../errors.ts'
import { PROTOCOL_ERROR } from './protocol.ts'

interface Patch {
  /** The effect of the patch, for the error message. */
  readonly why: string
  /** The text as it occurs in the bundle, where scripts for pages are string literals. */
  readonly from: string
  readonly to: string
  readonly count: number
}

/** Characters of a text that show nothing. The library itself ignores the first two; the others mark the direction of writing. */
const IGNORED = ['200b', '00ad', '061c', '200e', '200f', '2066', '2067', '2068', '2069']

const PATCHES: readonly Patch[] = [
  {
    why: 'texts are compared without marks of the writing direction, which show nothing; scripts for pages are string literals',
    from: '/[\\\\u200b\\\\u00ad]/g',
    to: `/[${IGNORED.map((code) => `\\\\u${code}`).join('')}]/g`,
    count: 3,
  },
  {
    why: 'the same for the expected texts',
    from: '/[\\u200b\\u00ad]/g',
    to: `/[${IGNORED.map((code) => `\\u${code}`).join('')}]/g`,
    count: 2,
  },
  {
    why: "errors of the browser's protocol have a name of their own, which no page can give to an error",
    from: '        super();\n        this.type = type3;\n        this.method = method2;\n        this.logs = logs;\n',
    to: `        super();\n        this.name = "${PROTOCOL_ERROR}";\n        this.type = type3;\n        this.method = method2;\n        this.logs = logs;\n`,
    count: 1,
  },
  {
    why: 'no event tells the page which elements an expectation or action has found',
    from: 'markTargetElements(markedElements) {\\n',
    to: 'markTargetElements(markedElements) {\\n    return;\\n',
    count: 1,
  },
  {
    why: 'no event tests whether the document was replaced: listeners are always added again, which has no effect if they are there',
    from:
      '      seenEvent = false;\\n      this.window.dispatchEvent(new CustomEvent(customEventName));\\n' +
      '      if (seenEvent)\\n        return;\\n      this.window.addEventListener(customEventName, handleCustomEvent);\\n',
    to: '',
    count: 1,
  },
  {
    why: 'nothing listens for that event',
    from: '    const handleCustomEvent = () => seenEvent = true;\\n    this.window.addEventListener(customEventName, handleCustomEvent);\\n',
    to: '',
    count: 1,
  },
  {
    why: 'scripts are evaluated in an isolated world, where the page can neither observe them nor replace functions that they use',
    from: '      context(world) {\n        if (this._page.delegate.noUtilityWorld?.())\n          world = "main";\n',
    to: '      context(world) {\n        world = "utility";\n',
    count: 1,
  },
  {
    why: 'the same for scripts that are evaluated without waiting for a context',
    from: '      existingContext(world) {\n        if (this._page.delegate.noUtilityWorld?.())\n          world = "main";\n',
    to: '      existingContext(world) {\n        world = "utility";\n',
    count: 1,
  },
  {
    why: 'the same for scripts that are evaluated in all frames',
    from: 'const context = this._contextData.get(world)?.context;',
    to: 'const context = this._contextData.get("utility")?.context;',
    count: 1,
  },
  {
    why: 'scripts that are evaluated do not count as an act of a user: a page could poll navigator.userActivation',
    from: 'awaitPromise: true,\n          userGesture: true\n',
    to: 'awaitPromise: true\n',
    count: 1,
  },
  {
    why: 'client hints (navigator.userAgentData) do not name a headless browser',
    from: '    platform: "Windows",\n    platformVersion: ""\n  };',
    to: '    platform: "Windows",\n    platformVersion: "",\n    brands: brandsOf(ua)\n  };',
    count: 1,
  },
  {
    why: 'the brands for these client hints',
    from: 'function calculateUserAgentMetadata(options) {',
    to:
      'function brandsOf(ua) {\n  const version = (/Chrome\\/(\\d+)/.exec(ua) || [])[1] || "";\n' +
      '  return [{ brand: "Not:A-Brand", version: "8" }, { brand: "Chromium", version }];\n}\n' +
      'function calculateUserAgentMetadata(options) {',
    count: 1,
  },
  {
    why: 'a trace records requests without the DOM snapshotter, which runs in the world of the page',
    from: 'await this._snapshotter?.start(progress2);',
    to: ';',
    count: 1,
  },
  {
    why: 'a trace contains no response bodies, which would all be fetched, whatever their size',
    from: 'this._harTracer = new HarTracer(context, null, this, {\n          content: "attach",',
    to: 'this._harTracer = new HarTracer(context, null, this, {\n          content: "omit",',
    count: 1,
  },
]

/** Patterns of code that a page could detect. None may match after the patches. */
const FORBIDDEN: readonly RegExp[] = [/dispatchEvent\(new CustomEvent\(customEventName\)\)/]

/**
 * Applies the patches.
 * @param text The source of Playwright's bundle
 * @throws HarnessFault if the source differs from the version for which the patches were written
 */
export function applyPatches(text: string, version: string): string {
  const problems: string[] = []
  let result = text
  for (const { why, from, to, count } of PATCHES) {
    const parts = result.split(from)
    if (parts.length - 1 !== count)
      problems.push(`${why} (found ${String(parts.length - 1)} times, not ${String(count)})`)
    result = parts.join(to)
  }
  problems.push(
    ...FORBIDDEN.filter((pattern) => injectedPart(result, pattern)).map(
      (pattern) => `${String(pattern)} is still there`,
    ),
  )
  if (problems.length === 0) return result
  throw new HarnessFault(
    `Playwright ${version} differs from the version that pe patches, so pages could detect that they are judged: ` +
      `${problems.join('; ')}; run npm ci`,
  )
}

/** Looks in the injected script only: the DOM snapshotter has such an event too, but is never installed. */
function injectedPart(text: string, pattern: RegExp): boolean {
  const [injected = ''] = /source5 = '.*/.exec(text) ?? []
  return pattern.test(injected)
}
