import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { main } from '../../harness/cli.ts'
import { EXIT } from '../../harness/contracts/exit-codes.ts'
import { keepOutput } from '../commands/output.ts'
import { root } from '../helpers.ts'

const pages = (await readdir(path.join(root, 'docs'))).filter((name) => name.endsWith('.md'))
const papers = (await readdir(path.join(root, 'harness/papers'), { withFileTypes: true })).flatMap((entry) =>
  entry.isDirectory() ? [`harness/papers/${entry.name}/README.md`] : [],
)
const documents = ['README.md', 'CONTRIBUTING.md', ...pages.map((name) => `docs/${name}`), ...papers]

afterEach(() => vi.restoreAllMocks())

interface Written {
  readonly argv: string[]
  /** A command that can be typed as it stands. Others are mentioned, such as `pe grade`. */
  readonly isWhole: boolean
}

/** The commands of pe in blocks for a shell and in quotes, without comments. Those with variables of the shell are left out. */
function commandsIn(text: string): Written[] {
  const blocks = [...text.matchAll(/^ *```(?:sh|console)\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block)
  const lines = blocks.flatMap((block) => block.split('\n')).map((line) => line.replace(/^\$ /, ''))
  const quoted = [...text.matchAll(/`((?:npx )?pe [^`\n]+)`/g)].map(([, command = '']) => command)
  return [...lines, ...quoted].flatMap((line) => {
    const [, npx, args] = /^(npx )?pe ([^#…|$]+)(?:#|$)/.exec(line) ?? []
    return args === undefined ? [] : [{ argv: args.trim().split(/\s+/), isWhole: npx !== undefined }]
  })
}

const UNKNOWN = /has no flag|there is no command|unexpected argument/

it.each(documents)('each command of pe in %s has flags and arguments that exist', async (document) => {
  const output = keepOutput()
  const refused: object[] = []
  for (const { argv, isWhole } of commandsIn(await readFile(path.join(root, document), 'utf8'))) {
    const code = await main(argv, () => Promise.resolve(EXIT.done))
    if (isWhole ? code !== EXIT.done : UNKNOWN.test(output.stderr)) refused.push({ argv, stderr: output.stderr })
    output.stderr = ''
  }
  expect(refused).toEqual([])
})

it('README has commands', async () => {
  expect(commandsIn(await readFile(path.join(root, 'README.md'), 'utf8')).length).toBeGreaterThan(5)
})
