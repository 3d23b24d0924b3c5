/** Shared by the tests of setup. */
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** Uses a feature of the language that Node 20 does not have. */
export const TWO = `import { one } from '../one.ts'
function sum(): number {
  using _held = { [Symbol.dispose]: () => undefined }
  return one + 1
}
export const two: number = sum()
`
export const REMEMBER = `// @ts-nocheck
import { existsSync } from 'node:fs'
export const rememberedBrowser = async (env) => (existsSync(env.CHOSEN) ? {} : undefined)
`
export const CHOOSE = `// @ts-nocheck
import { writeFileSync } from 'node:fs'
export async function chooseBrowser(env) {
  writeFileSync(env.CHOSEN, '')
  return { path: '/a/browser', source: 'system' }
}
`
/** Waits until the file \`gate\` does not exist. */
export const NPM = `#!/bin/sh
PATH=/usr/bin:/bin
echo "$@" >> npm-calls
while [ -e gate ]; do sleep 0.02; done
[ -e npm-fails ] && { echo "npm error no network"; exit 1; }
rm -rf node_modules && mkdir node_modules && ln -s ../tools/esbuild node_modules/esbuild
`

/** Installs a file of each package's name. It waits until npm has begun, and npm waits until the file \`gate\` is gone. */
export const APT_GET = `#!/bin/sh
PATH=/usr/bin:/bin
echo "$@" >> apt-calls
[ "$1" = update ] && exit 0
while [ ! -e npm-calls ]; do sleep 0.02; done
[ -e apt-fails ] && [ $# -gt 4 ] && { echo "E: no such package"; exit 100; }
shift 3
for name in "$@"; do touch "bin/$name"; chmod +x "bin/$name"; done
[ -e bin/bubblewrap ] && mv bin/bubblewrap bin/bwrap
rm -f gate
`
