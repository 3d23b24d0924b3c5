/** An agent that hangs the first time that it is asked for the project of one mission. */
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Agent } from 'pe'

/** More than the proof takes. */
const LONG = 3_600_000

export default function stuck(): Agent {
  return {
    name: 'stuck',
    generate: async (_brief, { mission, signal }) => {
      const mark = path.join(process.env['PE_PROOF_FOLDER'] ?? '', 'asked')
      if (mission === 'echo-1' && !existsSync(mark)) {
        writeFileSync(mark, '')
        await delay(LONG, undefined, { signal })
      }
      return { files: [] }
    },
    answer: () => Promise.resolve({}),
  }
}
