import { spawnSync } from 'node:child_process'

/** The interpreter that runs the tests of libraries. */
const PYTHON = process.env['PE_PYTHON'] ?? '/usr/bin/python3'

/** Whether tests of libraries can run here. If not, says on stderr which tests are skipped. */
export function canRunPytest(subject: string): boolean {
  if (spawnSync(PYTHON, ['-I', '-c', 'import pytest']).status === 0) return true
  process.stderr.write(`\nNOT TESTED: ${subject}, because ${PYTHON} has no pytest\n\n`)
  return false
}
