import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { reportFiles, startServer } from '../../harness/commands/serve.ts'
import { RunStore } from '../../harness/store/store.ts'
import { projectDigest } from '../../harness/lib/files/project-digest.ts'
import { temporaryFolder } from '../helpers.ts'
import { PIXEL, SCRIPT, hostileBrief, hostileMission, hostileProject, hostileRun } from './hostile-run.ts'
import { EVERY_LOOK } from './looks.ts'
import { expect, shown, test, writeReport, writeSingleFile, type WrittenRun } from './reports.ts'

/** Writes the hostile run to disk, in the form of a real run. */
async function writeHostileRun(root: string): Promise<WrittenRun> {
  const { run, trials } = hostileRun()
  await using store = await RunStore.create(root, run)
  for (const record of trials) {
    const trial = store.trial(record.trial)
    await mkdir(path.join(trial.folder, 'evidence'), { recursive: true })
    await writeFile(path.join(trial.folder, 'evidence/a.png'), PIXEL)
    await trial.writeBrief(await hostileBrief())
    await trial.writeProject(hostileProject(), projectDigest(hostileProject()))
    await trial.writeAnswers({
      [SCRIPT]: { [SCRIPT]: SCRIPT },
      __proto__: { constructor: SCRIPT },
      opens: { home_url: SCRIPT },
    })
    await trial.writeRecord(record)
  }
  return { folder: store.folder, run, trials }
}

const ID = '#/trial/run-1/bmi.a.L1.direct.1'
const VIEWS = [
  '#/',
  '#/mission/bmi',
  ID,
  ...['brief', 'trajectory', 'exchange', 'files', 'parameters', 'log'].map((tab) => `${ID}/${tab}`),
]
const FAILURES = ['shows-result', 'clears', 'opens', 'runnable'].map((testcode) => `${ID}/testcode/${testcode}`)
const ADDRESSES = [
  '#/provenance',
  '#/compare',
  '#/trial/%E0%A4%A/%2e%2e',
  `#/?find=${encodeURIComponent(SCRIPT)}`,
  '#/?status=__proto__',
]
const EVERY_VIEW = [...VIEWS, ...FAILURES, ...ADDRESSES]
/** The same files, in another form of the report. */
const SOME_VIEWS = EVERY_LOOK ? EVERY_VIEW : ['#/', ID, `${ID}/files`, `${ID}/exchange`, `${ID}/testcode/shows-result`]

/** Expects that nothing of the project ran, was loaded, or became markup of the page. */
async function expectInert(page: Page, address: string, views: readonly string[] = EVERY_VIEW): Promise<void> {
  const trouble: string[] = []
  page.on('dialog', (dialog) => trouble.push(`dialog ${dialog.message()}`))
  page.on('pageerror', (error) => trouble.push(`error ${error.message}`))
  page.on('request', (request) => {
    if (!/^(file:|data:|http:\/\/127\.0\.0\.1:)/.test(request.url())) trouble.push(`request ${request.url()}`)
  })
  for (const view of views) {
    await page.goto(address + view)
    await shown(page)
    await expect(page.locator('iframe, object, embed, base, [onerror], [onclick], [onload]'), view).toHaveCount(0)
    await expect(page.locator('main script, main style, main form[action], a[href^="javascript:"]'), view).toHaveCount(
      0,
    )
    expect(await page.locator('html').innerText(), view).not.toMatch(/\p{Bidi_Control}|(?![\t\n])\p{Cc}/u)
  }
  expect(trouble).toEqual([])
}

test('hostile text is shown as text: it runs nothing, loads nothing and links to nothing', async ({ page }) => {
  await using root = await temporaryFolder()
  const written = await writeHostileRun(root.path)
  const file = await writeReport(written.folder, [written], { mission: hostileMission })
  await expectInert(page, pathToFileURL(file).href)
  await page.goto(`${pathToFileURL(file).href}${ID}/testcode/shows-result`)
  await expect(page.getByText('<script>alert(1)</script>').first()).toBeVisible()
  await using server = await startServer(reportFiles(written.folder), 0)
  await expectInert(page, server.address, SOME_VIEWS)
})

test('hostile text is shown as text in a single file, too', async ({ page }) => {
  await using root = await temporaryFolder()
  const written = await writeHostileRun(root.path)
  const file = root.file('single.html')
  await writeSingleFile(file, [written])
  await expectInert(page, pathToFileURL(file).href)
})

/** Markup that would be in the page if the escaping had a hole. */
const SMUGGLED = [
  '<script>window.ran = "inline"</script>',
  '<script src="report/overview.js"></script><script src="trials/x/project/evil.js"></script>',
  '<img src="data:image/png;base64,AAAA" onerror="window.ran = \'handler\'">',
  '<iframe srcdoc="<script>parent.ran = \'frame\'</script>"></iframe>',
  '<div style="position: fixed; inset: 0"></div>',
  '<base href="http://localhost:1/">',
  '<object data="http://localhost:1/"></object>',
].join('')

test('the policy stops a script that got into the page', async ({ page, reports }) => {
  const file = fileURLToPath(reports.file)
  const pierced = path.join(path.dirname(file), 'pierced.html')
  await writeFile(pierced, (await readFile(file, 'utf8')).replace('<div id="app">', `${SMUGGLED}<div id="app">`))
  const refused: string[] = []
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()))
  await page.goto(pathToFileURL(pierced).href)
  await shown(page)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(await page.evaluate(() => document.baseURI)).toContain('pierced.html')
  const directives = ['script-src', 'style-src', 'base-uri', 'img-src', 'object-src']
  for (const directive of directives)
    expect(
      refused.some((text) => text.includes(directive) || text.includes("'default-src'")),
      directive,
    ).toBe(true)
  expect(refused.filter((text) => text.includes('inline script')).length).toBeGreaterThan(0)
})

test('a script in the page can neither request nor send anything', async ({ page, open }) => {
  await open('#/')
  const failed = await page.evaluate(() => {
    const violations: string[] = []
    Object.assign(window, { violations })
    document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))
    const form = document.createElement('form')
    form.action = 'http://localhost:1/'
    document.body.append(form)
    form.submit()
    new Image().src = 'http://localhost:1/'
    return fetch('http://localhost:1/').then(
      () => false,
      () => true,
    )
  })
  expect(failed).toBe(true)
  const violations = () => page.evaluate(() => (window as unknown as { violations: string[] }).violations.toSorted())
  await expect.poll(violations).toEqual(['connect-src', 'form-action', 'img-src'])
})

test('only the report and its evidence are served, and only for local host names', async () => {
  await using root = await temporaryFolder()
  const written = await writeHostileRun(root.path)
  await writeReport(written.folder, [written], { mission: hostileMission })
  await writeFile(path.join(written.folder, 'trials/bmi.a.L1.direct.1/evidence/a.html'), '<script>1</script>')
  await using server = await startServer(reportFiles(written.folder), 0)
  const status = async (pathname: string) => (await fetch(new URL(pathname, server.address))).status
  for (const pathname of ['', 'index.html', 'report/overview.js', 'trials/bmi.a.L1.direct.1/evidence/a.png'])
    expect([pathname, await status(pathname)]).toEqual([pathname, 200])
  for (const pathname of [
    ...['run.json', 'events.jsonl', 'report/%2e%2e%2frun.json', 'report/..%2f..%2f..%2fetc/passwd', '%E0%A4%A'],
    ...[
      'trials/bmi.a.L1.direct.1/project/index.html',
      'trials/bmi.a.L1.direct.1/evidence/a.html',
      'trials/x/evidence/../../../run.json',
    ],
  ])
    expect([pathname, await status(pathname)]).toEqual([pathname, 404])
  const { port } = new URL(server.address)
  expect(await statusAs('attacker.example', Number(port))).toBe(404)
  expect(await statusAs(`localhost:${port}`, Number(port))).toBe(200)
})

/** The status that a page of another site gets whose host name resolves to the loopback (DNS rebinding). */
async function statusAs(host: string, port: number): Promise<number | undefined> {
  const { default: http } = await import('node:http')
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: '/', headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      .on('error', reject)
  })
}
