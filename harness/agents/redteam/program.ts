import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { packageRoot } from '../../lib/files/package-root.ts'
import type { Project, TextFile } from '../../contracts/types.ts'
import { PORT } from '../baselines/plausible.ts'
import type { Facade } from './facade.ts'

const REPLAYER = ['replayer.js', 'recorder.js']

/** Files of the package that a cheat ships. They are plain JavaScript: they run in a project and in pages, never here. */
export function shipped(name: string): string {
  return readFileSync(path.join(folder(), name), 'utf8')
}

function folder(): string {
  return path.join(packageRoot(import.meta.dirname), 'harness', 'agents', 'redteam', 'project')
}

/** A server for the pages of a façade. */
export function facadeProject(facade: Facade): Project {
  const names = readdirSync(folder()).filter((name) => name.endsWith('.js') && !REPLAYER.includes(name))
  const files: TextFile[] = names.toSorted().map((name) => ({ path: name, content: shipped(name) }))
  return {
    files: [...files, { path: 'facade.json', content: JSON.stringify(facade) }],
    launch: { start: ['node', 'server.js'], port: PORT, homepage: '/' },
  }
}
