#!/usr/bin/env node
/** Starts the compiled program, or says how to make it. Plain JavaScript, because it must run before anything is compiled. */
import { existsSync } from 'node:fs'

const program = new URL('../dist/pe/bin.js', import.meta.url)
const packages = new URL('../node_modules', import.meta.url)
const isInstalled = import.meta.url.includes('/node_modules/')

if (existsSync(program) && (isInstalled || existsSync(packages))) await import(program.href)
else {
  process.stderr.write('pe: this checkout is not set up yet: run "npm ci && npm run setup" in its folder first\n')
  process.exitCode = 2
}
