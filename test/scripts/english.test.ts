import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../scripts/checks/english/find.ts'
import { PATTERNS } from '../../scripts/checks/english/patterns.ts'
import { longSentences } from '../../scripts/checks/english/sentences.ts'

/** Lines with a finding. */
function linesIn(file: string, ...lines: readonly string[]): number[] {
  return findingsIn(file, lines.join('\n')).map(({ line }) => line)
}

describe.each(PATTERNS.map((pattern) => [pattern.find.source, pattern] as const))('the pattern %s', (_, pattern) => {
  it('finds its bad example, and no pattern finds its good one', () => {
    const message = expect.stringContaining(pattern.instead) as string
    expect(findingsIn('a.md', pattern.bad).map((finding) => finding.message)).toContainEqual(message)
    expect(findingsIn('a.md', pattern.good)).toEqual([])
  })
})

describe('the English of a file of code', () => {
  it('is its comments, also of several lines', () => {
    const source = ['/**', ' * Asks the models once', ' * more.', ' */', 'call() // asks once', '// more', '/* anew */']
    expect(linesIn('harness/a.ts', ...source)).toEqual([7, 2, 5])
  })

  it('is its texts, but neither its names nor texts of one word', () => {
    expect(linesIn('harness/a.ts', 'const anew = "anew"', 'say("ask anew")', 'say(`ask ${anew} anew`)')).toEqual([2, 3])
  })

  it('is the text of elements', () => {
    expect(linesIn('harness/a.tsx', 'export const a = () => (', '  <p>', '    Ask them anew.', '  </p>', ')')).toEqual([
      3,
    ])
  })

  it('is the titles and the comments of a test', () => {
    const titles = ["it('asks anew', () => {})", "it.each([1])('asks anew %s', () => {})", "describe('asked anew', f)"]
    expect(linesIn('test/a.test.ts', '// anew', "say('ask anew')", ...titles).toSorted()).toEqual([1, 3, 4, 5])
  })

  it('does not begin a comment with a noun clause', () => {
    expect(linesIn('harness/a.ts', '/** What it is. */', 'a()', '  // What it has.', 'b()')).toEqual([1, 3])
    expect(linesIn('harness/a.ts', '/**', ' * What it is,', ' * in two lines.', ' */', 'a()')).toEqual([2])
    expect(linesIn('harness/a.py', '"""What it has.', '"""', '# What it is.', 'a()')).toEqual([1, 3])
  })

  it('may ask a question in a comment, and have the word elsewhere', () => {
    expect(linesIn('harness/a.ts', '// What is left?', 'a() // says What it is', "b('What it is')")).toEqual([])
    expect(linesIn('a.md', '## What a score is')).toEqual([])
  })
})

describe('the names of exports', () => {
  it('are no participles, neither those of functions nor those of classes', () => {
    const code = ['export function merged(a: A) {}', 'export async function told() {}', 'export class Kept {}']
    expect(linesIn('harness/a.ts', ...code)).toEqual([1, 2, 3])
    expect(linesIn('test/a.ts', ...code)).toEqual([])
  })

  it('may have a participle in them, and nouns may end like one', () => {
    const code = ['export function seed() {}', 'export class KeptProject {}', 'export function isJudged() {}']
    expect(linesIn('harness/a.ts', ...code, 'function merged() {}')).toEqual([])
  })
})

describe('the English of any other file', () => {
  it('is the whole file', () => {
    expect(linesIn('missions/a/mission.yaml', 'prompt: >-', '  A refused rate is used all', '  the same.')).toEqual([2])
    expect(linesIn('harness/a.py', '# Starts anew.')).toEqual([1])
  })

  it('is accepted if nothing is wrong with it', () => {
    expect(
      findingsIn('a.md', 'Asks the models again.\n\nThere are none at first, and all names are the same.'),
    ).toEqual([])
  })
})

describe('a sentence of a document', () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `word${String(index)}`).join(' ')

  it('is too long with 46 words', () => {
    expect(longSentences(`Short. ${words(45)}. Short.`)).toEqual([])
    expect(longSentences(`Short. ${words(46)}. Short.`)).toEqual([{ offset: 7, words: 46 }])
    expect(findingsIn('a.md', `# Title\n\n${words(50)}`)).toEqual([
      { line: 3, message: expect.stringContaining('50 words') as string },
    ])
  })

  it('ends with a paragraph, an item of a list, a heading, code or a table', () => {
    const half = words(30)
    for (const between of ['\n\n', '\n- ', '\n2. ', '\n# ', '\n\n```sh\n', '\n\n| a | b |\n'])
      expect(longSentences(`${half}${between}${half}`), between).toEqual([])
    expect(longSentences(`\`\`\`\n${words(60)}\n\`\`\`\n\n| ${words(60)} |`)).toEqual([])
  })
})
