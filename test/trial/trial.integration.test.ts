import { access } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { packageRoot } from '../../harness/lib/files/package-root.ts'
import type { ProgramTestcodes } from '../../harness/contracts/types.ts'
import { oneSuite } from '../helpers.ts'
import { needs } from '../needs.ts'
import { trialOf } from './trial-cases.ts'

describe('the sandboxes of a trial', await needs('bubblewrap'), () => {
  it('hide the harness, with testcodes and canonical solutions, also from what installs', async () => {
    const harness = packageRoot(import.meta.dirname)
    const places = [
      'package.json',
      'missions/hello/testcodes.ts',
      'canonical/hello/node/answers.json',
      'harness/cli.ts',
    ]
    for (const place of places) await access(path.join(harness, place))
    const look = `const fs = require('node:fs')
      const found = ${JSON.stringify(places)}.filter((place) => fs.existsSync(${JSON.stringify(harness)} + '/' + place))`
    const install = ['node', '-e', `${look}; fs.writeFileSync('installing.txt', 'installing: ' + found.join())`]
    const program = `import { createRequire } from 'node:module'
      const require = createRequire(import.meta.url)
      ${look}
      console.log(fs.readFileSync('installing.txt', 'utf8') + '; running: ' + found.join())`
    const testcodes: ProgramTestcodes = {
      sees: async ({ run, expect: expects }) => {
        expects((await run()).stdout.trim()).toBe('installing: ; running:')
      },
    }
    const suites = oneSuite([{ id: 'sees' }], 'subprocess')
    const changes = { kind: 'batch', parameters: {}, suites } as const
    const { verdicts } = await trialOf(program, changes, { testcodes, install })
    expect(verdicts).toMatchObject([{ status: 'passed' }])
  })
})
