/** A report of a program with a window, which is judged by its pictures. */
import { pathToFileURL } from 'node:url'
import { reportFile } from '../../harness/store/read.ts'
import { temporaryFolder } from '../helpers.ts'
import { GAME, PRINTED, WINDOW, desktopMissionView, writeDesktopRun } from './desktop-run.ts'
import { expect, shown, test as base, writeReport } from './reports.ts'
import { seriousViolations } from './violations.ts'

const test = base.extend<{ readonly visit: (view: string) => Promise<void> }, { desktopReport: string }>({
  desktopReport: [
    // eslint-disable-next-line no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      await using folder = await temporaryFolder()
      const written = await writeDesktopRun(folder.path)
      await writeReport(written.folder, [written], { mission: desktopMissionView })
      await use(pathToFileURL(reportFile(written.folder)).href)
    },
    { scope: 'worker' },
  ],
  visit: async ({ page, desktopReport }, use) => {
    await use(async (view) => {
      await page.goto(desktopReport + view)
      await shown(page)
    })
  },
})

test('the parameters of a program with a window are listed once, and compared with no others', async ({
  page,
  visit,
}) => {
  await visit(`${GAME}/parameters`)
  const table = page.getByRole('table')
  await expect(table).toHaveCount(1)
  await expect(table.getByRole('columnheader')).toHaveText(['Parameter', 'Answered', 'Used by'])
  const board = table.getByRole('row', { name: /^board/ })
  await expect(board.getByRole('cell').first()).toHaveText('48,48')
  await expect(board).toContainText('all 4 testcodes')
  const message = table.getByRole('row', { name: /^message/ })
  await expect(message).toContainText('2 testcodes')
  await expect(message.getByRole('link')).toHaveCount(0)
  await message.getByText('2 testcodes').click()
  await expect(message.getByRole('link')).toHaveText(['moves', 'speaks'])
  expect(await seriousViolations(page)).toEqual([])

  await visit(GAME)
  const scores = page.getByRole('region', { name: /^Similarity to the canonical/ })
  await expect(scores.getByRole('row')).toHaveText([/^Of/, /^code/])
})

test('a testcode shows its parameters without ours, and its output once', async ({ page, visit }) => {
  await visit(`${GAME}/testcode/rests`)
  const parameters = page.getByRole('region', { name: 'Values of parameters' })
  await expect(parameters.getByRole('columnheader')).toHaveText(['Parameter', 'Answered'])
  await expect(page.getByText(PRINTED)).toHaveCount(1)
  // Another start of the program printed the log of the project.
  await visit(`${GAME}/testcode/moves`)
  await expect(page.getByText('turn 2')).toHaveCount(1)
  await expect(page.getByText(PRINTED)).toHaveCount(0)
  await visit(`${GAME}/testcode/speaks`)
  await expect(page.getByText(PRINTED)).toHaveCount(1)
})

test('a film is shown in its own size, and not if it is nothing but the picture beside it', async ({ page, visit }) => {
  const film = page.getByRole('img', { name: /^Frames of/ })
  const widthOf = async () => (await film.boundingBox())?.width
  await visit(`${GAME}/testcode/rests`)
  await expect(page.getByRole('img', { name: 'The page when rests ended' })).toBeVisible()
  await expect(film).toHaveCount(0)
  await visit(`${GAME}/testcode/moves`)
  // Two frames with a line between them, and the border of the picture.
  await expect.poll(widthOf).toBe(2 * WINDOW.width + 2 + 2)
  await visit(`${GAME}/testcode/starts`)
  await expect.poll(widthOf).toBe(WINDOW.width + 2)
})

test('a program with a window runs if it shows its window', async ({ page, visit }) => {
  await visit(`${GAME}/testcode/runnable`)
  await expect(page.getByText('It shows its window.')).toBeVisible()
})
