import { readFile } from 'node:fs/promises'
import { RUN_ID, SCORED_TRIAL } from './rich-run.ts'
import { TRIAL, expect, test } from './reports.ts'

test.describe('a trial', () => {
  test('shows its stages, its verdicts and how to run it again', async ({ page, open }) => {
    await open(TRIAL)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mission shop by bad')
    await expect(page.getByText('25.0% 1 of 4 points · level 1, direct · sample 1 of 3')).toBeVisible()
    await expect(page.locator('.stages li')).toHaveText([
      ...['generate 1.2 s', 'freeze 3 ms', 'answer 400 ms', 'launch 800 ms', 'open 300 ms', 'judge 4.0 s'],
    ])
    await expect(page.getByRole('link', { name: /^failed Show the list/ })).toContainText(
      'Expected "25.0", there was "24.1"',
    )
    await expect(page.getByText('npx pe run --agent bad --missions shop --level 1 --mode direct')).toBeVisible()
  })

  test('shows its brief', async ({ page, open }) => {
    await open(`${TRIAL}/brief`)
    await expect(page.getByText('Make a shop.')).toBeVisible()
    await expect(page.getByText('Give every element that a user reads')).toBeVisible()
  })

  test('shows produced files beside those of the canonical solution', async ({ page, open }) => {
    await open(`${TRIAL}/files`)
    await expect(page.getByRole('region', { name: 'Produced: server.js' })).toContainText('// the produced server')
    await expect(page.getByRole('region', { name: 'Canonical: server.js' })).toContainText('// the canonical server')
    await page.getByRole('list', { name: 'Canonical files' }).getByRole('button', { name: 'lib/total.js' }).click()
    await expect(page.getByRole('region', { name: 'Produced: src/total.js' })).toContainText('24.1')
    await expect(page.getByRole('region', { name: 'Canonical: lib/total.js' })).toContainText('25')
    await page.getByRole('button', { name: 'logo.png' }).click()
    await expect(page.getByText('no text, not shown')).toBeVisible()
    await expect(page.getByText('No file of this side matches.')).toBeVisible()
    await expect(page.getByText('matched by their paths: not scored')).toBeVisible()
  })

  test('shows the answer for each parameter, and that nothing was scored', async ({ page, open }) => {
    await open(`${TRIAL}/parameters`)
    const row = page.getByRole('row', { name: /add_button/ }).first()
    await expect(row.getByRole('cell')).toHaveText(['#plus', '#add', 'not scored'])
    await expect(
      page
        .getByRole('row', { name: /add_button/ })
        .nth(1)
        .getByRole('cell'),
    ).toHaveText([...['not answered', 'unknown', 'not scored']])
  })

  test('shows the output of the project', async ({ page, open }) => {
    await open(`${TRIAL}/log`)
    await expect(page.getByText('TypeError: total is not a function')).toBeVisible()
  })

  test('that was not begun says so', async ({ page, open }) => {
    await open(`#/trial/${RUN_ID}/notes.bad.L1.direct.3`)
    await expect(page.getByText('This trial was never begun')).toBeVisible()
  })

  test('whose project did not start shows the reason', async ({ page, open }) => {
    await open(`#/trial/${RUN_ID}/notes.bad.L1.direct.1`)
    await expect(page.getByText('the server ended before it answered: exit code 7')).toBeVisible()
    await expect(page.getByText('the project did not start')).toBeVisible()
  })
})

test.describe('a trial that was scored, by an agent that asked a model', () => {
  const scored = `#/trial/${RUN_ID}/${SCORED_TRIAL}`

  test('shows its similarity to the canonical solution by setting, and what was not scored', async ({ page, open }) => {
    await open(scored)
    const table = page.getByRole('region', { name: /^Similarity to the canonical/ })
    await expect(table.getByRole('row', { name: /^code/ }).getByRole('cell')).toHaveText(['0.500', '0.465'])
    await expect(table.getByRole('row', { name: /^checklist/ }).getByRole('cell')).toHaveText([
      ...['not scored: there is no checklist', '0.900 by lexical-1'],
    ])
    await open('#/provenance')
    await expect(page.getByText('Checklists were compared by their words alone (lexical-1)')).toBeVisible()
  })

  test('draws its modules, with entry, orphan and broken links, and shows the measures', async ({ page, open }) => {
    await open(scored)
    const section = page.getByRole('region', { name: /^Architecture/ })
    const table = section.getByRole('table')
    await expect(table.getByRole('row', { name: /^linkage/ }).getByRole('cell')).toHaveText([
      ...['0.750 3 of 4', '0.500 1 of 2'],
    ])
    await expect(table.getByRole('rowheader', { name: /^linkage/ })).toContainText(
      'internal imports that lead to a file with the symbol; higher is better',
    )
    await expect(table.getByRole('row', { name: /^path-f1/ }).getByRole('cell')).toHaveText([
      ...['0.500 300 common; 1200 of both sides together', '0.400 1 common; 2 produced, 3 canonical'],
    ])
    await expect(table.getByRole('row', { name: /^orphans/ })).toContainText(
      'not measured: nothing says how it is started',
    )
    const picture = section.getByRole('img', { name: '3 modules, 3 links, 2 broken, 1 orphan' })
    await expect(picture.locator('text')).toHaveText(['server.js', 'total.js', '<b>.js', './nowhere.js'])
    await expect(picture.locator('.module-entry text')).toHaveText('server.js')
    await expect(picture.locator('.module-orphan text')).toHaveText('<b>.js')
    await expect(picture.locator('.module-missing text')).toHaveText('./nowhere.js')
    await expect(picture.locator('.link.broken')).toHaveCount(2)
    await expect(picture.locator('.placeholder-mark')).toHaveCount(1)
    await expect(section.getByText('Not drawn: 4 more modules.')).toBeVisible()

    await picture.locator('.module-entry').click()
    await expect(picture.locator('.link.chosen')).toHaveCount(2)
    await picture.locator('.module-entry').click()
    await expect(picture.locator('.link.chosen')).toHaveCount(0)

    await section.getByText('linkage, strict: 4 findings').click()
    await expect(section.getByRole('listitem').first()).toContainText('src/<b>.js:7 "gone" of "./total.js"')
    await expect(section.getByText('… and 3 more findings')).toBeVisible()
  })

  test('pairs files by the assignment, with the parts of each similarity', async ({ page, open }) => {
    await open(`${scored}/files`)
    await expect(page.getByText('javascript 41 lines, 320 tokens')).toBeVisible()
    await expect(page.getByRole('button', { name: 'strict' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('region', { name: 'Canonical: lib/total.js' })).toBeVisible()
    await expect(page.locator('.components dd')).toHaveText(['0.810', '0.700', '0.720', '0.950', 'does not apply'])
    await expect(page.locator('.match-lines path')).toHaveCount(2)
    await page
      .getByRole('button', { name: /^server\.js/ })
      .first()
      .click()
    await expect(page.getByRole('region', { name: 'Canonical: README.md' })).toBeVisible()
    await page.getByRole('button', { name: 'paper' }).click()
    await expect(page.locator('.match-lines path')).toHaveCount(1)
  })

  test('shows the similarity of each parameter', async ({ page, open }) => {
    await open(`${scored}/parameters`)
    await expect(
      page
        .getByRole('row', { name: /add_button/ })
        .first()
        .getByRole('cell'),
    ).toHaveText(['#plus', '#add', '0.50'])
    await expect(page.getByRole('heading', { name: /^Parameters/ })).toContainText('in no score')
    // Beside a verdict it would look like the reason.
    await open(`${scored}/testcode/shows`)
    await expect(page.getByRole('columnheader')).toHaveText(['Parameter', 'Answered', 'Canonical'])
  })

  test('shows the exchanges, their use of tokens, and unreadable parts', async ({ page, open }) => {
    await open(`${scored}/exchange`)
    await expect(
      page.getByText('writer-1, answered by writer-1-0613 · 1,200 → 3,400 tokens · $0.0421 · 5.2 s'),
    ).toBeVisible()
    await expect(page.locator('.message')).toHaveText([/You write programs/, /Make a shop/, /Here it is/])
    await expect(page.getByText('429 Too Many Requests')).toBeVisible()
    await expect(page.getByText('1 line of the record could not be read')).toBeVisible()
  })

  test('shows the tasks of its contract, the contract and its versions', async ({ page, open }) => {
    await open(scored)
    const graph = page.getByRole('region', { name: 'Task graph' })
    await expect(graph.locator('g')).toHaveText([/server\.js.*ERROR/, /src\/total\.js.*VERIFIED/])
    await expect(graph.locator('path')).toHaveCount(1)
    // The file that needs another one is to the right of it.
    const [server, total] = await Promise.all([0, 1].map((index) => graph.locator('rect').nth(index).boundingBox()))
    expect(server?.x).toBeGreaterThan((total?.x ?? 0) + (total?.width ?? 0))
    const row = page.getByRole('region', { name: 'Tasks' }).getByRole('row', { name: /server\.js/ })
    await expect(row.getByRole('cell')).toHaveText([
      ...['server engineer', 'ERROR', '2', 'src/total.js', /^2: ERROR, 3: ERROR2 problems/],
    ])
    await row.getByText('2 problems').click()
    await expect(row.getByText('layer 2: missing-function: listen')).toBeVisible()
    await page.getByText('The last version: 2 files').click()
    await expect(page.getByText('listen(port?: number) → void')).toBeVisible()
    await page.getByText('Version 2 by layer 1: 1 change, 1 conflict').click()
    await expect(page.getByText('updated in api src/total.js, function total')).toBeVisible()
    await expect(page.getByText('Conflict: knowledge: currency')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Rounds' }).getByRole('row')).toHaveCount(2)
  })

  test('and one without a model says that there are no exchanges', async ({ page, open }) => {
    await open(`${TRIAL}/exchange`)
    await expect(page.getByText('No exchange was recorded')).toBeVisible()
    await open(TRIAL)
    await expect(page.getByText('Similarity to the canonical solution was not scored')).toBeVisible()
  })
})

test.describe('a failure', () => {
  test('shows the expected and the actual value', async ({ page, open }) => {
    await open(`${TRIAL}/testcode/shows`)
    await expect(page.getByText('The list shows what was added.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
    await expect(page.getByText('the last one did not succeed')).toHaveCount(0)
    await expect(page.locator('.values dd')).toHaveText(['"25.0"', '"24.1"'])
    await page.getByText('The message in full').click()
    await expect(page.getByText(`Locator: locator('#total')`)).toBeVisible()
    await page.getByText('What was tried').click()
    await expect(page.getByText('waiting for #total')).toBeVisible()
  })

  for (const way of ['file', 'served', 'single file'] as const) {
    test.describe(`from ${way}`, () => {
      test.use({ way })
      test('shows the page at that moment, and the actions before it', async ({ page, open }) => {
        await open(`${TRIAL}/testcode/shows`)
        const picture = page.getByRole('img', { name: 'The page when shows ended' })
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
        await expect(page.locator('.steps li').filter({ hasText: 'click' })).toContainText('role=button[name="Add"i]')
      })
    })
  }

  test('shows parameters, console and log, and how to open the trace', async ({ page, open, reports }) => {
    await open(`${TRIAL}/testcode/shows`)
    await expect(page.getByRole('row', { name: /home_url/ })).toContainText('http://localhost:8000/')
    await expect(page.getByText('[error] 500 (Internal Server Error)')).toBeVisible()
    await expect(page.getByText('TypeError: total is not a function')).toBeVisible()
    await expect(page.getByText(`npx pe trace ${RUN_ID} shop.bad.L1.direct.1 shows`)).toBeVisible()
    const link = page.getByRole('link', { name: 'The trace as a file' })
    const file = new URL((await link.getAttribute('href')) ?? '', reports.file)
    expect((await readFile(file)).subarray(0, 2).toString()).toBe('PK')
  })

  test('copies its commands to the clipboard', async ({ page, context, open }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(`${TRIAL}/testcode/shows`)
    await page.getByRole('button', { name: 'Copy' }).last().click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('npx pe run --agent bad')
  })
})

test.describe('two agents against each other', () => {
  test('show their difference, the fixed and the broken testcodes', async ({ page, open }) => {
    await open('#/compare?a=bad%2FL1%2Fdirect&b=good%2FL1%2Fdirect')
    await expect(page.getByText(/^bad scores .* points below good .*not distinguishable with 2 missions/)).toBeVisible()
    await expect(page.locator('.tallies li')).toHaveText(['7 fixed', '0 broken', '1 the same'])
    await expect(page.getByRole('link', { name: /failed → passed Show the list/ })).toContainText('0 of 2 → 2 of 2')
    await page.getByRole('link', { name: 'Swap' }).click()
    await expect(page.locator('.tallies li')).toHaveText(['0 fixed', '7 broken', '1 the same'])
    await expect(page.getByText('Nothing got better.')).toBeVisible()
    await expect(page.getByText('no agent of this report said what it cost')).toBeVisible()
  })

  test('are chosen, and the choice is kept in the address', async ({ page, open }) => {
    await open('#/compare')
    await expect(page.getByRole('combobox', { name: /^From/ })).toHaveValue('good/L1/direct')
    await page.getByRole('combobox', { name: /^To/ }).selectOption({ index: 0 })
    await expect(page.getByText('Choose two that differ.')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Choose two that differ.')).toBeVisible()
  })
})

test('the provenance shows the origin of the numbers, and warnings', async ({ page, open }) => {
  await open('#/provenance')
  for (const text of [
    '2025-01-01 00:00 UTC',
    'native, read from /missions',
    'the registries of packages',
    'd1935',
    'linux x64, 2 processors',
  ])
    await expect(page.getByText(text).first()).toBeVisible()
  await expect(page.getByText('weak sandbox "process"')).toBeVisible()
  await expect(page.getByText('Not all trials have ended')).toBeVisible()
  await expect(page.getByText(/1 of \d+ points is unjudged/)).toBeVisible()
  await expect(page.locator('.provenance dd').filter({ hasText: /^[0-9a-f]{64}$/ })).toBeVisible()
})
