/** Writes the report of a run, and reads its files for reporters. Only this file and `store.ts` write to `reports/`. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError, messageOf } from '../errors.ts'
import { makeFolder } from '../lib/files/make-folder.ts'
import { writeAtomically } from '../lib/files/write.ts'
import type { ReportWriter, RunFiles, SingleFileWriter } from '../reporters/setup.ts'
import { EXCHANGES, readExchanges } from './exchanges.ts'
import { TrialStore } from './store.ts'
import { readEvidence, readMachines, readRun, readRunMeasures, reportFile, trialFolder } from './read.ts'

/** The folder beside the page that holds its data. */
export const REPORT_DATA = 'report'

/** Access to the folders of runs, for reporters. */
export const runFiles: RunFiles = {
  readRun,
  readTrial: (folder, key) => new TrialStore(trialFolder(folder, key)).readRecord(),
  readBrief: (folder, key) => new TrialStore(trialFolder(folder, key)).readBrief(),
  readProject: (folder, key) => new TrialStore(trialFolder(folder, key)).readProject(),
  readAnswers: (folder, key) => new TrialStore(trialFolder(folder, key)).readAnswers(),
  readScores: (folder, key) => new TrialStore(trialFolder(folder, key)).readScores(),
  readMeasures: (folder, key) => new TrialStore(trialFolder(folder, key)).readMeasures(),
  readRunMeasures,
  readMachines,
  readExchanges: (folder, key) => readExchanges(path.join(trialFolder(folder, key), EXCHANGES)),
  readTrajectory: (folder, key) => new TrialStore(trialFolder(folder, key)).readTrajectory(),
  readEvidence,
  openReport,
}

/**
 * Writes the data to a temporary folder, which replaces the final one when the report is ended. Until then, readers see the
 * old report.
 * @throws UsageError if the folder cannot be written
 */
async function openReport(folder: string): Promise<ReportWriter> {
  const temporary = path.join(folder, `.${REPORT_DATA}-${randomBytes(6).toString('hex')}`)
  await writable(folder, () => mkdir(temporary, { recursive: true }))
  return {
    async write(name, content) {
      await writeFile(path.join(temporary, name), content, { flag: 'wx' })
      return `${REPORT_DATA}/${encodeURIComponent(name)}`
    },
    async end(page) {
      await replaceFolder(path.join(folder, REPORT_DATA), temporary)
      await writeAtomically(reportFile(folder), page)
    },
    async [Symbol.asyncDispose]() {
      await rm(temporary, { recursive: true, force: true })
    },
  }
}

/** Tries, because another process may write the same report at the same time. */
const TRIES = 5

/** Puts a folder in the place of another one, which is removed afterwards: readers find nothing for a moment at most. */
async function replaceFolder(folder: string, by: string): Promise<void> {
  const old = `${by}-old`
  for (let attempt = 1; ; attempt += 1) {
    await rename(folder, old).catch(unless('ENOENT'))
    try {
      await rename(by, folder)
      break
    } catch (error) {
      if (attempt === TRIES) throw error
      unless('ENOTEMPTY', 'EEXIST')(error)
    } finally {
      await rm(old, { recursive: true, force: true })
    }
  }
}

/** Ignores errors with one of these codes. */
function unless(...codes: readonly string[]): (error: unknown) => void {
  return (error) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** @throws UsageError if the file cannot be written */
export async function openSingleFile(file: string): Promise<SingleFileWriter> {
  const temporary = `${file}.${String(process.pid)}.tmp`
  const handle = await writable(file, async () => {
    await makeFolder(path.dirname(file))
    return open(temporary, 'w')
  })
  let ended = false
  return {
    async append(text) {
      await handle.appendFile(text)
    },
    async end() {
      ended = true
      await handle.close()
      await rename(temporary, file)
    },
    async [Symbol.asyncDispose]() {
      if (ended) return
      await handle.close()
      await rm(temporary, { force: true })
    },
  }
}

async function writable<T>(place: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw new UsageError(`no report can be written to ${place}: ${messageOf(error)}`, { cause: error })
  }
}
