import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { syntheticRun, writeSyntheticRun } from '../../scripts/synthetic.ts'
import { root, temporaryFolder } from '../helpers.ts'
import { expect, test } from './reports.ts'

/** 25 missions × 5 agents × 4 samples × 20 testcodes. */
const SIZE = {
  missions: 25,
  agents: 5,
  variants: ['L1.direct'] as const,
  samples: 4,
  testcodes: 20,
  seed: 7,
}

/** Most measurements, of which the best counts: what else the machine does only ever adds to a time. */
const TIMES = 5
/** Milliseconds until all missions are shown, and of the page's main thread for a filter. */
const LIMITS = { opened: 2000, filterBusy: 200 }

test(
  '10,000 testcodes: built in little memory, opened and filtered without delay',
  { tag: '@prove' },
  async ({ page }) => {
    test.setTimeout(240_000)
    await using folder = await temporaryFolder()
    const run = await writeSyntheticRun(folder.path, syntheticRun(SIZE))
    const built = await build(run)
    const best = { opened: Infinity, filterShown: Infinity, filterBusy: Infinity, ...built }
    const isWithin = () => best.opened < LIMITS.opened && best.filterBusy < LIMITS.filterBusy
    for (let time = 0; time < TIMES && !isWithin(); time += 1) {
      await page.goto('about:blank')
      const began = performance.now()
      await page.goto(pathToFileURL(path.join(run, 'index.html')).href)
      await expect(page.locator('.heatmap tbody tr')).toHaveCount(SIZE.missions)
      best.opened = Math.min(best.opened, performance.now() - began)
      const { shown, busy } = await filterTimes(page)
      best.filterShown = Math.min(best.filterShown, shown)
      best.filterBusy = Math.min(best.filterBusy, busy)
    }
    test.info().annotations.push({ type: 'measured', description: JSON.stringify(best) })
    process.stdout.write(`      ${JSON.stringify(best)}\n`)
    expect(best.opened).toBeLessThan(LIMITS.opened)
    expect(best.filterBusy).toBeLessThan(LIMITS.filterBusy)
    expect(best.mebibytes).toBeLessThan(512)
  },
)

/** In a process of its own, which says how much memory it had at most. */
async function build(run: string): Promise<{ mebibytes: number; seconds: number }> {
  const code = `
    import { reportCommand } from '${root}/harness/commands/report.ts'
    await reportCommand({ runs: ['${run}'], out: '${path.dirname(run)}', port: 0, open: false, serve: false, singleFile: false }, [])
    process.stdout.write(String(process.resourceUsage().maxRSS))`
  const began = performance.now()
  const argv = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', code]
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: root })
  return {
    mebibytes: Math.round(Number(stdout.trim().split('\n').at(-1)) / 1024),
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
}

/**
 * Filters by a status, and then by a text.
 * @returns for the slower one, milliseconds from the press to the picture that shows its result (`shown`), and of the
 *   page's main thread on a processor (`busy`), to which other processes of the machine add little
 */
async function filterTimes(page: Page): Promise<{ shown: number; busy: number }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busyTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
  const times = { shown: 0, busy: 0 }
  for (const act of ['status', 'text'] as const) {
    const before = await busyTime()
    times.shown = Math.max(times.shown, await page.evaluate(filterBy, act))
    times.busy = Math.max(times.busy, (await busyTime()) - before)
  }
  await session.detach()
  return times
}

/** Runs in the page. */
async function filterBy(act: 'status' | 'text'): Promise<number> {
  const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const heading = () => document.querySelector('#list-title')?.textContent ?? ''
  const search = document.querySelector<HTMLInputElement>('input[type="search"]')
  const status = document.querySelector<HTMLElement>('.legend .s-failed')
  if (!search || !status) throw new Error('the page has no search field or no legend')
  const before = heading()
  const began = performance.now()
  if (act === 'status') status.click()
  else {
    search.value = 'total 1'
    search.dispatchEvent(new Event('input', { bubbles: true }))
  }
  while (heading() === before) await painted()
  await painted()
  return performance.now() - began
}
