/** A report of missions with several suites, weights, points and partial results. */
import { summarise } from '../../harness/run/summary.ts'
import { scoreText } from '../../harness/reporters/percent.ts'
import { EVERY_LOOK, expectFit } from './looks.ts'
import { SUITES_VIEWS, expect, test } from './reports.ts'
import { suitesRunOf, suitesTrials } from './suites-run.ts'
import { unfold } from './violations.ts'

test.use({ shownRun: 'suites' })

const trials = suitesTrials()
const summary = summarise(suitesRunOf(trials.map(({ trial }) => trial)), trials, {
  folder: '',
  report: '',
  seconds: 30,
})

const address = (view: string) => SUITES_VIEWS[view] ?? ''

test('the overview shows the scores of the summary, and calls verdicts what they are', async ({ page, open }) => {
  await open(address('overview'))
  const board = page.getByRole('table', { name: 'Agents by score' })
  for (const group of summary.groups)
    await expect(board.getByRole('row', { name: new RegExp(group.agent) }).first()).toContainText(scoreText(group))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('leads with a score of at least')
  await expect(page.getByRole('region', { name: /Status of 55 verdicts/ })).toContainText('partial 5')
  for (const group of summary.groups)
    for (const mission of group.missions) {
      const percent = ((mission.bounds?.[0] ?? 0) * 100).toFixed(1)
      const name = new RegExp(`^Mission ${mission.id}, ${group.agent}: (at least )?${percent}%`)
      await expect(page.getByRole('link', { name })).toBeVisible()
    }
})

test('the overview has a table of measures, and says what was not measured', async ({ page, open }) => {
  await open(address('overview'))
  const measures = page.getByRole('region', { name: /^Measures found/ })
  await expect(measures.getByRole('row', { name: /mean-bytes/ })).toContainText('183.25 B')
  await expect(measures.getByRole('row', { name: /agreement/ })).toContainText('not measured: there is one judge')
  await expect(measures.getByRole('row', { name: /^comments/ })).toContainText('3 of 4 trials')
})

test('a mission shows its suites with weights, and the score of each group in them', async ({ page, open }) => {
  await open(address('mission'))
  const suites = page.getByRole('region', { name: 'Suites', exact: true })
  const [careful] = summary.groups
  const [cases] = careful?.missions[0]?.suites ?? []
  if (!cases) throw new Error('the summary has suites')
  const row = suites.getByRole('row', { name: /^cases/ })
  await expect(row).toContainText('0.8')
  await expect(row).toContainText(`${String(cases.points.passed)} of ${String(cases.points.total)} points`)
  await expect(row).toContainText(`${((cases.score ?? 0) * 100).toFixed(1)}%`)
})

test('a trial shows suites, partial points, limits and its submissions', async ({ page, open }) => {
  await open(address('partial'))
  await expect(page.locator('.facts-line').first()).toContainText('7.5 of 23 points, without weights ·')
  await expect(page.getByRole('link', { name: /^partial case-2/ })).toContainText('1.5 of 3 points')
  await expect(page.getByRole('link', { name: /^error case-3/ })).toContainText('0 of 6 points · memory limit')
  await expect(
    page.getByRole('region', { name: 'Suites', exact: true }).getByRole('row', { name: /^cases/ }),
  ).toContainText('lines')
  await expect(page.getByRole('heading', { name: /Submissions/ })).toHaveCount(0)
  await open(address('submitted'))
  const submissions = page.getByRole('region', { name: /^Submissions projects/ })
  await expect(submissions.getByRole('row')).toHaveCount(5)
  await expect(submissions.getByRole('row', { name: /^3 counts/ })).toContainText('3 min 10 s')
  await expect(submissions.getByRole('row', { name: /^1 / })).toContainText('4.5 of 23')
  await expect(submissions.getByRole('img', { name: /Points of each of the submissions/ })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Checks projects/ }).getByRole('row')).toHaveCount(3)
})

test('a testcode shows its points, what was used, and the comparison its suites', async ({ page, open }) => {
  await open(address('partial testcode'))
  await expect(page.locator('.facts-line')).toContainText('1.5 of 3 points · cases · 420 ms · used 0.42 s, 12.5 MiB')
  await open(address('compare'))
  await expect(page.getByRole('region', { name: 'Suites' }).getByRole('row', { name: /^style 0.2/ })).toBeVisible()
  await expect(
    page
      .getByText('10 → 5 of 10 points')
      .or(page.getByText(/\d → \d.* of 10 points/))
      .first(),
  ).toBeVisible()
})

/** The others of `npm run prove`. */
const LAYOUTS: readonly string[] = ['overview']
for (const name of LAYOUTS) if (!(name in SUITES_VIEWS)) throw new Error(`there is no view ${name}`)

for (const [name, view] of Object.entries(SUITES_VIEWS).filter(([each]) => EVERY_LOOK || LAYOUTS.includes(each))) {
  test(`${name}: no error, no sideways scrolling, no serious violation`, async ({ page, open }) => {
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    await open(view)
    await unfold(page)
    await expectFit(page, { narrow: 390, wide: 1280 })
    expect(problems).toEqual([])
  })
}
