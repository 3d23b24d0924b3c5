import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { packageRoot } from '../../lib/files/package-root.ts'
import type { Project, TextFile } from '../../contracts/types.ts'
import { PORT } from '../baselines/plausible.ts'
import type { Facade } from './facade.ts'

const REPLAYER = ['replayer.js', 'recorder.js']

/** Reads a file that cheats put into their projects. These files are plain JavaScript and never run in the harness. */
export function readProgramFile(name: string): string {
  return readFileSync(path.join(folder(), name), 'utf8')
}

function folder(): string {
  return path.join(packageRoot(import.meta.dirname), 'harness', 'agents', 'redteam', 'project')
}

/** A server for the pages of a façade. */
export function facadeProject(facade: Facade): Project {
  const names = readdirSync(folder()).filter((name) => name.endsWith('.js') && !REPLAYER.includes(name))
  const files: TextFile[] = names.toSorted().map((name) => ({ path: name, content: readProgramFile(name) }))
  return {
    files: [...files, { path: 'facade.json', content: JSON.stringify(facade) }],
    launch: { start: ['node', 'server.js'], port: PORT, homepage: '/' },
  }
}
