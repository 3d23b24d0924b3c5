import { existsSync } from 'node:fs'
import type { Python } from '../types.ts'

/**
 * The Python that projects run with: `PE_PYTHON`, else the system's own, because an earlier one on PATH does not see the
 * packages of the system (Django, Flask, openpyxl …).
 */
export function usualPython(): Python {
  const chosen = process.env['PE_PYTHON'] ?? ''
  const program = chosen !== '' ? chosen : existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
  return { program, path: [], folders: [] }
}
