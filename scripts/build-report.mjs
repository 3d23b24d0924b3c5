/** Bundles the script and style of the report page from `harness/reporters/html/app` into `dist/report`. */
import path from 'node:path'
import { build } from 'esbuild'

const root = path.dirname(import.meta.dirname)
const app = path.join(root, 'harness', 'reporters', 'html', 'app')

await build({
  entryPoints: { report: path.join(app, 'main.tsx'), style: path.join(app, 'style', 'report.css') },
  outdir: path.join(root, 'dist', 'report'),
  entryNames: '[name]',
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['chrome123', 'firefox121', 'safari17.5'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
})
