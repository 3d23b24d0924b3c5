import type { TrialKey, TrialRecord, Verdict } from '../../schema.ts'

/** All pictures of a page together; more are left as files beside the report. */
const MOST_BYTES = 24 * 1024 * 1024

/** Trial id + testcode → picture as a data URI. */
export type Screenshots = ReadonlyMap<string, string>

export function screenshotKey(trial: TrialKey, verdict: Verdict): string {
  return `${trial.id} ${verdict.testcode}`
}

/** The pictures of what did not pass, so that the page needs no other file. */
export async function collectScreenshots(
  trials: readonly TrialRecord[],
  read: (trial: TrialKey, file: string) => Promise<Uint8Array | undefined>,
): Promise<Screenshots> {
  const pictures = new Map<string, string>()
  let bytes = 0
  for (const { trial, runnable, verdicts } of trials) {
    for (const verdict of [runnable, ...verdicts]) {
      const file = verdict.evidence.screenshot
      const picture = file === undefined || bytes > MOST_BYTES ? undefined : await read(trial, file)
      if (!picture) continue
      bytes += picture.length
      pictures.set(screenshotKey(trial, verdict), `data:image/png;base64,${Buffer.from(picture).toString('base64')}`)
    }
  }
  return pictures
}
