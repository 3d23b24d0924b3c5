/** Shared by the tests of doctor. */
import { expect, vi } from 'vitest'
import { doctorCommand, type DoctorOptions } from '../../harness/commands/doctor.ts'
import type { Finding } from '../../harness/contracts/paper.ts'
import { papers } from '../papers.ts'
import { type ExitCode } from '../../harness/contracts/exit-codes.ts'

export async function doctor(
  options: Partial<DoctorOptions>,
): Promise<{ findings: Record<string, Finding>; code: ExitCode }> {
  let text = ''
  using stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  const code = await doctorCommand(
    { benchmark: 'native', python: undefined, pythonPath: undefined, json: true, ...options },
    papers,
  )
  expect(stdout).toHaveBeenCalledOnce()
  const findings = JSON.parse(text) as Finding[]
  return { findings: Object.fromEntries(findings.map((finding) => [finding.what, finding])), code }
}
