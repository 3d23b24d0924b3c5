/**
 * What is changed in the text of the library before a driver runs it, so that nothing of it reaches the world of a page.
 * Each change says how often its text must be there: another version of the library may do the same in another way, and
 * must be looked at first.
 */
import { HarnessFault } from '../../../errors.ts'

interface Patch {
  /** Why it is made. */
  readonly why: string
  /** The text as it stands in the bundle; scripts for pages are string literals in it. */
  readonly from: string
  readonly to: string
  readonly count: number
}

const PATCHES: readonly Patch[] = [
  {
    why: 'no event tells the page which elements an expectation or an action has found',
    from: 'markTargetElements(markedElements) {\\n',
    to: 'markTargetElements(markedElements) {\\n    return;\\n',
    count: 1,
  },
  {
    why: 'no event tells the page that its document was replaced: listeners are put back without asking, twice is once',
    from:
      '      seenEvent = false;\\n      this.window.dispatchEvent(new CustomEvent(customEventName));\\n' +
      '      if (seenEvent)\\n        return;\\n      this.window.addEventListener(customEventName, handleCustomEvent);\\n',
    to: '',
    count: 1,
  },
  {
    why: 'nor does anything listen for that event',
    from: '    const handleCustomEvent = () => seenEvent = true;\\n    this.window.addEventListener(customEventName, handleCustomEvent);\\n',
    to: '',
    count: 1,
  },
  {
    why: 'whatever is evaluated runs in a world of its own, where the page can neither hear it nor give it other functions',
    from: '      context(world) {\n        if (this._page.delegate.noUtilityWorld?.())\n          world = "main";\n',
    to: '      context(world) {\n        world = "utility";\n',
    count: 1,
  },
  {
    why: 'the same for what is evaluated without waiting',
    from: '      existingContext(world) {\n        if (this._page.delegate.noUtilityWorld?.())\n          world = "main";\n',
    to: '      existingContext(world) {\n        world = "utility";\n',
    count: 1,
  },
  {
    why: 'and for what is evaluated in all frames at once',
    from: 'const context = this._contextData.get(world)?.context;',
    to: 'const context = this._contextData.get("utility")?.context;',
    count: 1,
  },
  {
    why: 'a browser without windows does not name itself as one to those who ask in the new way',
    from: '    platform: "Windows",\n    platformVersion: ""\n  };',
    to: '    platform: "Windows",\n    platformVersion: "",\n    brands: brandsOf(ua)\n  };',
    count: 1,
  },
  {
    why: 'the same',
    from: 'function calculateUserAgentMetadata(options) {',
    to:
      'function brandsOf(ua) {\n  const version = (/Chrome\\/(\\d+)/.exec(ua) || [])[1] || "";\n' +
      '  return [{ brand: "Not:A-Brand", version: "8" }, { brand: "Chromium", version }];\n}\n' +
      'function calculateUserAgentMetadata(options) {',
    count: 1,
  },
  {
    why: 'a trace holds requests without the recorder of the DOM, which lives in the world of the page',
    from: 'await this._snapshotter?.start(progress2);',
    to: ';',
    count: 1,
  },
  {
    why: 'a trace holds no bodies: each would be asked for, however large it is',
    from: 'this._harTracer = new HarTracer(context, null, this, {\n          content: "attach",',
    to: 'this._harTracer = new HarTracer(context, null, this, {\n          content: "omit",',
    count: 1,
  },
]

/** Whatever else would put something of the library's into pages. It must not be there after the changes above. */
const FORBIDDEN: readonly RegExp[] = [/dispatchEvent\(new CustomEvent\(customEventName\)\)/]

/**
 * @param text Of the library's bundle
 * @throws HarnessFault where it is not as it was when the changes were written
 */
export function patched(text: string, version: string): string {
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
    `Playwright ${version} is not built as the version that was checked, so pages could learn that they are judged: ` +
      `${problems.join('; ')}; run npm ci`,
  )
}

/** The recorder of the DOM, which is never installed, has such an event of its own; it stands on lines of plain code. */
function injectedPart(text: string, pattern: RegExp): boolean {
  const [injected = ''] = /source5 = '.*/.exec(text) ?? []
  return pattern.test(injected)
}
