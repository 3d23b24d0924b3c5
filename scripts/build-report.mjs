/** Bundles the script and style of the report page from `harness/reporters/html/app` into `dist/report`. */
import { statSync } from 'node:fs'
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

/** Bytes. Every view of the report loads and compiles the script, and `import { z } from 'zod'` doubles it: write `import * as z from 'zod'`. */
const LARGEST = 400_000
const { size } = statSync(path.join(root, 'dist', 'report', 'report.js'))
if (size > LARGEST)
  throw new Error(`dist/report/report.js has ${size} bytes, more than ${LARGEST}: what made it larger?`)
