import type { DrivenBrowser } from '../lib/browser/driven.ts'
import { pythonTestcodesSchema } from '../contracts/schema.ts'
import type { Tester } from '../contracts/types.ts'
import { ProgramSession } from './python-selenium/program-session.ts'
import { WebsiteSession } from './python-selenium/website-session.ts'

export interface PythonSeleniumOptions {
  readonly findDrivenBrowser: () => Promise<DrivenBrowser>
}

/**
 * Runs the Python testcodes of a published benchmark unchanged. Testcodes of websites act in a real browser through WebDriver;
 * testcodes of programs see the output and files of the program. They run in a separate worker, isolated from the project.
 */
export function pythonSeleniumTester({ findDrivenBrowser }: PythonSeleniumOptions): Tester {
  let programs: Promise<DrivenBrowser> | undefined
  return {
    name: 'python-selenium',
    async open(target, setup) {
      const testcodes = pythonTestcodesSchema.parse(setup.testcodes)
      if (target.kind === 'program') return ProgramSession.open({ target, setup, testcodes })
      programs ??= findDrivenBrowser()
      return WebsiteSession.open({ target, setup, testcodes, programs: await programs })
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
