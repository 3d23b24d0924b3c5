/** Shared by the tests of environments. */
import { Testers } from '../../../harness/testers/index.ts'
import { has } from '../../needs.ts'

export const PYTHON = process.env['PE_PYTHON'] ?? '/usr/bin/python3'
export const PARTS = ['python3-pytest', 'python3-venv'] as const
export const CAN = await has(...PARTS)
export const MODULES = { pe_no_such_module: 'def total(number):\n    return number\n', intervals: 'raise SystemExit\n' }
export const testers = new Testers({
  launchBrowser: () => Promise.reject(new Error('no browser')),
  findChromedriverBrowser: () => Promise.reject(new Error('no browser')),
})
