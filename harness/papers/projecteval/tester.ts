import { MachineFault, UsageError } from '../../errors.ts'
import { pythonTestcodesSchema } from '../../contracts/schema.ts'
import type { Mission, Suite, TesterEntry } from '../../contracts/types.ts'
import { ProgramSession } from './tester/program-session.ts'
import { WebsiteSession } from './tester/website-session.ts'

/**
 * Runs the Python testcodes of a published benchmark unchanged. Testcodes of websites act in a real browser through WebDriver;
 * testcodes of programs see the output and files of the program. They run in a separate worker, isolated from the project.
 */
export const pythonSelenium: TesterEntry = {
  name: 'python-selenium',
  accepts: ['website', 'program'],
  check: checkSources,
  async open(target, setup) {
    const testcodes = pythonTestcodesSchema.parse(setup.testcodes)
    if (target.kind === 'program') return ProgramSession.open({ target, setup, testcodes })
    if (target.kind !== 'website') throw new MachineFault(`the python-selenium tester cannot judge a ${target.kind}`)
    return WebsiteSession.open({ target, setup, testcodes, programs: await setup.services.findChromedriverBrowser() })
  },
}

function checkSources(mission: Mission, suite: Suite, testcodes: unknown): void {
  const sources = pythonTestcodesSchema.parse(testcodes)
  const missing = suite.testcodes.find(({ id }) => !mission.withheld?.[id] && !Object.hasOwn(sources, id))
  if (missing)
    throw new UsageError(
      `mission "${mission.id}": no source for testcode "${missing.id}"; add it to the testcodes of the mission`,
    )
}
