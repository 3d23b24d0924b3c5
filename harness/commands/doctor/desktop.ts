import { messageOf } from '../../errors.ts'
import { findPython, type PythonChoice } from '../../lib/python/find.ts'
import { missingForDesktop } from '../../lib/x11/machine.ts'
import type { Finding } from '../../contracts/paper.ts'

/** Whether missions with windows can be judged here. */
export async function desktopFinding(choice: PythonChoice): Promise<Finding> {
  const base = { what: 'Desktop', optional: true }
  const remedy = 'for missions with windows, such as snake: npm run setup -- desktop'
  try {
    const missing = await missingForDesktop(await findPython(choice))
    if (missing.length === 0) return { ...base, ok: true, found: 'Xvfb, tesseract, pygame and tkinter' }
    return { ...base, ok: false, found: `missing: ${missing.join(', ')}`, remedy }
  } catch (error) {
    return { ...base, ok: false, found: messageOf(error), remedy }
  }
}
