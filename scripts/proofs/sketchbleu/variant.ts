import type { WorkFile } from '../../../harness/contracts/types.ts'

/** Repositories whose variant has a file that Python cannot parse, so that all functions are found line by line. */
const BROKEN: readonly string[] = ['portalocker', 'trailscraper']

/** Another solution of the same repository: some files are missing, names and expressions are others, a file is new. */
export function variantOf(id: string, files: readonly WorkFile[]): WorkFile[] {
  const changed = files
    .filter(({ path }, index) => !path.endsWith('.py') || index % 5 !== 3)
    .map(({ path, content }, index) => {
      if (!path.endsWith('.py')) return { path, content }
      const text = Buffer.from(content ?? '').toString('utf8')
      const ending = index === 4 && BROKEN.includes(id) ? 'if True print(0)\n' : ''
      return { path, content: `${changedText(text)}${ending}` }
    })
  return [...changed, { path: 'more/helpers.py', content: NEW_FILE }]
}

function changedText(text: string): string {
  return text
    .replaceAll(/\bself\b/g, 'this')
    .replaceAll(/^( +)return (.+[^\\([{,])$/gm, '$1result = $2\n$1return result')
    .replaceAll(/\bvalue\b/g, 'given')
}

const NEW_FILE = `import os

total = 7 // 2  # a comment


def helper(name, sizes=()):
    """Sums sizes."""
    result = 0
    for size in sizes:
        result += size
    return os.path.join(name, str(result))
`
