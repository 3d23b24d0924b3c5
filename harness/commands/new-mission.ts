import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../errors.ts'
import { makeFolder } from '../lib/files/make-folder.ts'
import { packageRoot } from '../lib/files/package-root.ts'
import { readFolder } from '../lib/files/read-folder.ts'

/** The files that were written, and a hint about the next step. */
export interface Begun {
  readonly files: readonly string[]
  readonly hint: string
}

/** A mission with testcodes, a skeleton, a canonical solution and faults: `<folder>/{missions,canonical}/<name>/**`. */
export async function newMission(name: string, folder: string): Promise<Begun> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new UsageError(`"${name}" is no name for a mission: lower-case words joined by "-"`)
  for (const part of ['missions', 'canonical']) {
    const taken = path.join(folder, part, name)
    if (existsSync(taken)) throw new UsageError(`${taken} is there already; choose another name, or remove it`)
  }
  const missions = path.join(folder, 'missions')
  const canary = (await canaryOf(missions)) ?? `pe-canary ${randomUUID()}`
  const hasSchema = existsSync(path.join(missions, 'mission.schema.json'))
  const template = path.join(packageRoot(import.meta.dirname), 'harness', 'benchmarks', 'native', 'new')
  const written: string[] = []
  for (const { path: from, content } of await readFolder(template, { files: 100, bytes: 2 ** 20, except: [] })) {
    const file = path.join(folder, from.replaceAll('NAME', name).replace(/\.txt$/, ''))
    const text = Buffer.from(content).toString('utf8').replaceAll('NAME', name).replaceAll('CANARY', canary)
    await makeFolder(path.dirname(file))
    await writeFile(file, hasSchema ? text : text.replace(SCHEMA_LINE, ''), { flag: 'wx' })
    written.push(file)
  }
  return { files: written, hint: `try it: pe validate ${name} --faults --missions-dir ${folder}` }
}

/** Names a file that only the repository of the built-in missions has. */
const SCHEMA_LINE = /^# yaml-language-server: .*\n/

/** All missions of a suite have the same one. */
async function canaryOf(missions: string): Promise<string | undefined> {
  const names = existsSync(missions) ? await readdir(missions) : []
  for (const name of names.toSorted()) {
    const file = path.join(missions, name, 'mission.yaml')
    const text = existsSync(file) ? await readFile(file, 'utf8') : ''
    const canary = /^canary: (pe-canary \S+)/m.exec(text)?.[1]
    if (canary !== undefined) return canary
  }
  return undefined
}
