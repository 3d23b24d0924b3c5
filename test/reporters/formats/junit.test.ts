import path from 'node:path'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { junitFormat } from '../../../harness/reporters/formats/junit.ts'
import { HOSTILE_TEXTS, resultOf, written } from './results.ts'

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Parses XML; throws if it is not well formed. */
function parse(text: string): Element {
  const parser = new SaxesParser({ fileName: 'junit.xml' })
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes: { ...attributes } as Record<string, string>, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (part) => {
    const element = open.at(-1)
    if (element) element.text += part
  })
  parser.write(text).close()
  const [document] = root.children
  if (!document) throw new Error('there is one element')
  return document
}

const read = async (text?: string) => parse((await written(junitFormat, resultOf(text))).toString())
const outcome = ({ children }: Element) => children.map(({ name }) => name).filter((name) => name !== 'system-out')

describe('junit', () => {
  it('has a suite for each trial and a case for each point, with their numbers', async () => {
    const { name, attributes, children } = await read('why')
    expect(name).toBe('testsuites')
    expect(attributes).toMatchObject({ tests: '13', failures: '9', errors: '1' })
    expect(children.map((suite) => suite.attributes)).toMatchObject([
      {
        name: 'fixture, folder:why, level 1, direct, sample 1',
        tests: '11',
        failures: '7',
        errors: '1',
        skipped: '1',
        time: '1.500',
      },
      { name: 'fixture, folder:why, level 1, direct, sample 2', tests: '2', failures: '2', errors: '0', skipped: '0' },
    ])
    for (const suite of children) {
      const cases = suite.children.filter((child) => child.name === 'testcase')
      expect(String(cases.length)).toBe(suite.attributes['tests'])
      for (const [attribute, element] of [
        ['failures', 'failure'],
        ['errors', 'error'],
        ['skipped', 'skipped'],
      ] as const)
        expect(String(cases.filter((each) => outcome(each).includes(element)).length)).toBe(suite.attributes[attribute])
    }
  })

  it('shows whose fault it is: failure (project or agent), error (harness), skipped (benchmark)', async () => {
    const [suite] = (await read('why')).children
    const found = (suite?.children ?? [])
      .filter(({ name }) => name === 'testcase')
      .map((each) => [each.attributes['name'], outcome(each), each.children[0]?.attributes['type']])
    expect(found).toEqual([
      ['runnable', [], undefined],
      ['shows: why / why', [], undefined],
      ...['partial', 'failed', 'timeout', 'error', 'blocked', 'bad-parameter', 'not-run'].map((status) => [
        status,
        ['failure'],
        status,
      ]),
      ['unjudged', ['error'], 'unjudged'],
      ['excluded', ['skipped'], undefined],
    ])
  })

  it('names a case by its id alone if the benchmark has no checklist', async () => {
    const { run, ...result } = resultOf('why')
    const missions = run.benchmark.missions.map((mission) => ({
      ...mission,
      testcodes: mission.testcodes.map(({ id }) => ({ id })),
    }))
    const bare = { ...result, run: { ...run, benchmark: { ...run.benchmark, missions } } }
    const document = parse((await written(junitFormat, bare)).toString())
    const cases = document.children[0]?.children.filter(({ name }) => name === 'testcase')
    const names = cases?.map(({ attributes }) => attributes['name'])
    expect(names?.slice(0, 3)).toEqual(['runnable', 'shows', 'partial'])
  })

  it('tells all cases apart by class and name, with one point in the class, where Jenkins ends the package', async () => {
    const cases = (await read('a.b.c')).children.flatMap(({ children }) =>
      children.filter(({ name }) => name === 'testcase'),
    )
    const names = cases.map(({ attributes }) => JSON.stringify([attributes['classname'], attributes['name']]))
    expect(new Set(names).size).toBe(names.length)
    for (const { attributes } of cases) expect(attributes['classname']?.split('.')).toHaveLength(2)
  })

  it('names the picture of a failure as GitLab looks for it', async () => {
    const [suite] = (await read('why')).children
    const failed = suite?.children.find(({ attributes }) => attributes['name'] === 'failed')
    const output = failed?.children.find(({ name }) => name === 'system-out')
    const picture = path.relative('', '/r/trials/fixture.folder.L1.direct.1/evidence/a.png')
    expect(output?.text).toBe(`[[ATTACHMENT|${picture}]]\nwhy`)
  })

  it('lets no text of a project name an attachment for Jenkins or GitLab', async () => {
    const named = /\[\[ATTACHMENT\|(.*?)\]\]/g
    for (const text of ['[[ATTACHMENT|/etc/passwd]]', '[\u001b[0m[ATTACHMENT|/etc/passwd]]']) {
      const document = (await written(junitFormat, resultOf(text))).toString()
      const outputs = [...document.matchAll(/<system-out>([^<]*)<\/system-out>/g)].map(([, output = '']) => output)
      expect(outputs.join('\n')).toContain('[ [ATTACHMENT|/etc/passwd]]')
      const files = outputs.flatMap((output) => [...output.matchAll(named)].map(([, file]) => file))
      expect(new Set(files)).toEqual(
        new Set([path.relative('', '/r/trials/fixture.folder.L1.direct.1/evidence/a.png')]),
      )
    }
  })

  it.each(HOSTILE_TEXTS)('stays well formed, with the same elements, for %s', async (_, text) => {
    const shape = ({ name, children }: Element): unknown => [
      name,
      children.filter((child) => child.name !== 'system-out').map(shape),
    ]
    expect(shape(await read(text))).toEqual(shape(await read('plain')))
  })
})
