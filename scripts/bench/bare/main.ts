/**
 * The floor of a run: starts the canonical solutions and performs the same actions without the harness. No verdicts, no
 * evidence, no checks of parameters, no isolation, no certainty that a page is at rest; the first failure ends it.
 * Arguments: the browser, the concurrency, the folder of installed packages, and ids of missions separated by commas.
 */
import { chromium } from 'playwright'
import { builtInBenchmark } from '../../../harness/benchmarks/index.ts'
import { prepareBrowser } from '../../../harness/testers/playwright/stillness/inside.ts'

import { program } from './program.ts'
import { website } from './website.ts'
import { load } from './work.ts'

const [, , executablePath = '/usr/bin/chromium', concurrency = '2', installs = '', wanted = ''] = process.argv

const ids = await builtInBenchmark().ids()
const chosen = wanted === '' ? ids : ids.filter((id) => wanted.split(',').includes(id))
const works = await Promise.all(chosen.map(load))
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
await prepareBrowser(browser)
const queue = [...works]
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (let work = queue.shift(); work; work = queue.shift()) {
      if (work.mission.kind === 'website') await website(work, browser, installs)
      else await program(work, installs)
    }
  }),
)
await browser.close()
