/** Shared by the tests of evidence. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Call } from '../../../harness/lib/browser/calls.ts'
import { playwright } from '../../../harness/testers/playwright.ts'
import type { Judgement, WebsiteTestcodes } from '../../../harness/contracts/types.ts'
import { missionOf, pages, setupFor, website } from '../website.ts'

const PAGE = `<!doctype html><title>Home</title><p id="out">not yet</p>
<input id="name"><button onclick="change()">Go</button>
<script>
  fetch('/data')
  console.warn('a line of the console')
  function change() { document.querySelector('#out').textContent = 'changed' }
</script>`

/** Its field can be used after a second: longer than the harness waits before it looks at the element of an action. */
const LATE_FIELD = `<!doctype html><input id="name" disabled><p id="out">shown</p>
<script>setTimeout(() => { document.querySelector('#name').disabled = false }, 1000)</script>`

const GREETING = `<!doctype html><title>Greeting</title><h1>Hello, World!</h1><p id="out">shown</p>
<button>One: "1"</button><button>Two</button><button></button><button>Four</button>`

/** Its root element answers for itself with a field. */
const FORM = `<!doctype html><script>
  const form = document.createElement('form')
  form.innerHTML = '<input name="outerHTML"><p id="out">shown</p>'
  document.documentElement.replaceWith(form)
</script>`

type Read = (file: string | undefined) => Promise<Buffer>

/** Judges testcodes on the page, in order; the evidence is there until `check` has ended. */
export async function judge(
  testcodesOf: (origin: string) => WebsiteTestcodes,
  check: (judgements: readonly Judgement[], read: Read, folder: string) => Promise<void>,
): Promise<void> {
  await using target = await website(
    pages({
      '/': PAGE,
      '/first': PAGE,
      '/second': PAGE,
      '/late': LATE_FIELD,
      '/form': FORM,
      '/greeting': GREETING,
      '/data': 'some data',
    }),
  )
  const testcodes = testcodesOf(target.origin)
  await using setup = await setupFor(missionOf(testcodes, {}), testcodes)
  await using session = await playwright.open(target, setup)
  const judgements: Judgement[] = []
  for (const testcode of setup.suite.testcodes) judgements.push(await session.judge(testcode, {}))
  await check(judgements, (file = '') => readFile(path.join(setup.scratch, file)), setup.evidenceFolder ?? '')
}

export const call = (id: number, more: Partial<Call> = {}): Call => ({
  ...{ id, guid: 'frame@1', method: 'click', params: {}, internal: false, input: true },
  ...more,
})
