import type { WebsitePlan } from '../contracts/schema.ts'
import type { ProjectView } from './project-view.ts'
import { PORT, type Stack } from './recognised.ts'
import { STATIC_SERVER } from './static-server.ts'

const BUILT_FOLDERS = ['public', 'dist', 'build', 'docs']

/** Pages without a server program. Must be the last stack: many projects with a server have an index.html too. */
export const staticFiles: Stack<WebsitePlan> = {
  name: 'static',
  looksFor: `an index.html at its root or in ${BUILT_FOLDERS.join(', ')}`,
  recognise(view) {
    const folder = ['', ...BUILT_FOLDERS].find((name) => view.has(name === '' ? 'index.html' : `${name}/index.html`))
    if (folder !== undefined) return staticPlan(view, folder, '/')
    const pages = view.names().filter((name) => /\.html?$/i.test(name))
    const [only] = pages
    return only === undefined || pages.length > 1 ? undefined : staticPlan(view, '', `/${encodeURIComponent(only)}`)
  },
}

function staticPlan(view: ProjectView, folder: string, homepage: string) {
  const start = ['node', '-e', STATIC_SERVER, folder === '' ? '.' : folder, PORT]
  return { plan: { start, port: 8000, homepage }, folder: view.folder }
}
