import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { ESLint } from 'eslint'
import { execa } from 'execa'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder, writeTree } from '../helpers.ts'

const root = path.resolve(import.meta.dirname, '../..')

const eslint = new ESLint({ cwd: root, overrideConfigFile: path.join(root, 'scripts/checks/eslint.config.js') })

/** The messages about a text as the content of a file of this name, which must exist. */
async function complaints(file: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: path.join(root, file) })
  return result?.messages.map((message) => `${message.ruleId ?? 'fatal'}: ${message.message}`) ?? []
}

function testcode(statements: string, imports = "import type { WebsiteTestcodes } from 'pe'"): string {
  return `${imports}

export default {
  one: async ({ page, open, expect }) => {
    await open('home_url')
    ${statements}
    await expect(page.getByRole('heading')).toBeVisible()
  },
} satisfies WebsiteTestcodes
`
}

describe('a testcode', () => {
  const file = 'missions/todo/testcodes.ts'

  test('may use locators', async () => {
    expect(await complaints(file, testcode("await page.getByLabel('Title').fill('Milk')"))).toEqual([])
  })

  test.each([
    "await page.evaluate('window.ok')",
    "await page['evaluate']('window.ok')",
    "await page.locator('p').evaluateAll((nodes) => nodes.length)",
    "await page.evaluateHandle('window')",
    "await page.$eval('p', (node) => node.textContent)",
    "await page.$$eval('p', (nodes) => nodes.length)",
    "await page.waitForFunction('window.ok')",
    "await page.addInitScript('window.ok = true')",
    "await page.addScriptTag({ content: '1' })",
    "await page.exposeFunction('f', () => 1)",
    "const { evaluate } = page; await evaluate.call(page, 'window.ok')",
  ])('may not run code in the page: %s', async (statement) => {
    const said = await complaints(file, testcode(statement))
    expect(said).toContainEqual(expect.stringMatching(/^no-restricted-syntax: .*scripts can lie/))
  })

  test('may not sleep', async () => {
    const said = await complaints(file, testcode('await page.waitForTimeout(500)'))
    expect(said).toContainEqual(expect.stringMatching(/^no-restricted-syntax: A fixed sleep/))
  })

  test.each(["import { chromium } from 'playwright'", "import { helper } from '../helper.ts'", "import 'pe'"])(
    'may not import other modules: %s',
    async (line) => {
      const imports = `${line}\nimport type { WebsiteTestcodes } from 'pe'`
      const said = await complaints(file, testcode('', imports))
      expect(said).toContainEqual(expect.stringMatching(/^no-restricted-syntax: A testcode imports/))
    },
  )

  test('may import builtins of Node', async () => {
    const imports = "import path from 'node:path'\nimport type { WebsiteTestcodes } from 'pe'"
    const text = testcode("await page.getByLabel('File').setInputFiles(path.join('a', 'b'))", imports)
    expect(await complaints(file, text)).toEqual([])
  })
})

/** Runs oxlint on these files with the rules of the project. Its output has lines `file:line:column: message [rule]`. */
async function complaintsOfTypes(files: Readonly<Record<string, string>>): Promise<string> {
  await using folder = await temporaryFolder()
  const tsconfig = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: { types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')] },
    include: ['**/*.ts'],
  }
  await writeTree(folder.path, { ...files, 'tsconfig.json': JSON.stringify(tsconfig) })
  // The paths of its exceptions are relative to its own folder.
  await copyFile(path.join(root, '.oxlintrc.json'), folder.file('.oxlintrc.json'))
  const argv = [path.join(root, 'node_modules/oxlint/bin/oxlint'), '--deny-warnings', '--format', 'unix']
  // Oxlint looks for its part with types beside the linted files and on the PATH.
  const options = { cwd: folder.path, reject: false, preferLocal: true, localDir: root } as const
  const { stdout, exitCode } = await execa(process.execPath, argv, options)
  expect(exitCode).toBe(/^\S+\.ts:\d/m.test(stdout) ? 1 : 0)
  return stdout
}

const LEAVES = "export function leave(): void {\n  console.log('bye')\n  process.exit(1)\n}\n"

describe('TypeScript', () => {
  let said: string
  // One call for all: the compiler takes the time.
  beforeAll(async () => {
    const leaving = ['harness/leave.ts', 'harness/commands/leave.ts', 'harness/bin.ts', 'test/leave.ts']
    said = await complaintsOfTypes({
      ...Object.fromEntries(leaving.map((name) => [name, LEAVES])),
      'begin.ts': "export const count: number = 'one'\nPromise.resolve(count)\nconst unused = 1\n",
      'disposed.ts':
        'export function hold(): number {\n  using held = { [Symbol.dispose]: () => undefined }\n  return 1\n}\n',
      'allowed.ts': '// eslint-disable-next-line no-empty-pattern -- there is none\nexport const one = 1\n',
    })
  })

  test('of the harness neither prints nor ends the process, except in its entry points', () => {
    const refused = [...said.matchAll(/^(\S+?):(\d+):.*no-restricted-properties/gm)].map(
      ([, file = '', line = '']) => `${file}:${line}`,
    )
    expect(refused.toSorted()).toEqual(['harness/commands/leave.ts:3', 'harness/leave.ts:2', 'harness/leave.ts:3'])
  })

  test('has no promise that nobody awaits, no unused variable, and no error of the compiler', () => {
    expect(said).toMatch(/begin\.ts:1:.*TS2322/)
    expect(said).toMatch(/begin\.ts:2:.*no-floating-promises/)
    expect(said).toMatch(/begin\.ts:3:.*no-unused-vars/)
    expect(said).not.toMatch(/disposed\.ts:.*no-unused-vars/)
  })

  test('has no comment that allows what is not there', () => {
    expect(said).toMatch(/allowed\.ts:1:.*[Uu]nused.*disable/)
  })
})

describe('a solution', () => {
  test('has the globals of Node, and in public/ those of a page instead', async () => {
    const text = 'export const title = () => document.title\n'
    expect(await complaints('canonical/todo/public/any.js', text)).toEqual([])
    expect(await complaints('canonical/todo/any.js', text)).toEqual(["no-undef: 'document' is not defined."])
    expect(await complaints('canonical/todo/public/any.js', 'export const pid = () => process.pid\n')).toEqual([
      "no-undef: 'process' is not defined.",
    ])
  })
})
