/** The static checks: `npm run check [-- NAME …]`; all by default. `npm test` runs them, too. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.dirname(import.meta.dirname)

/** Name → title, and the program below `node_modules` with its arguments. */
export const CHECKS = {
  types: { title: 'types and lint', argv: ['oxlint/bin/oxlint', '--deny-warnings'] },
  format: { title: 'format', argv: ['oxfmt/bin/oxfmt', '--check', '.'] },
  lint: { title: 'lint', argv: ['eslint/bin/eslint.js', '--config', 'scripts/checks/eslint.config.js', '.'] },
  imports: {
    title: 'import rules',
    argv: ['dependency-cruiser/bin/dependency-cruise.mjs', '--config', 'scripts/checks/imports.cjs', 'harness'],
  },
  english: { title: 'English', argv: ['tsx/dist/cli.mjs', 'scripts/checks/english.ts'] },
}

const USAGE = `npm run check [-- NAME …]   # the checks are ${Object.keys(CHECKS).join(', ')}; all by default\n`

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2))

function main(names) {
  const unknown = names.find((name) => !Object.hasOwn(CHECKS, name))
  if (unknown !== undefined) {
    const isHelp = unknown === '--help'
    process.stderr.write(isHelp ? USAGE : `there is no check "${unknown}"\n${USAGE}`)
    return isHelp ? 0 : 2
  }
  const chosen = names.length === 0 ? Object.keys(CHECKS) : names
  const failed = chosen.filter((name) => !passes(CHECKS[name]))
  process.stderr.write(failed.length === 0 ? `passed: ${chosen.join(', ')}\n` : `FAILED: ${failed.join(', ')}\n`)
  return failed.length === 0 ? 0 : 1
}

function passes({ argv: [program, ...args] }) {
  const file = path.join(root, 'node_modules', program)
  const { status } = spawnSync(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return status === 0
}
