import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyFault, parseFaultsFile } from '../../harness/benchmarks/native/faults-file.ts'
import { UsageError } from '../../harness/errors.ts'
import type { Fault } from '../../harness/contracts/schema.ts'
import { missionFileOf } from '../helpers.ts'

const FILE = 'canonical/fixture/faults.yaml'
const GOOD = `schemaVersion: 1
faults:
  - id: off-by-one
    item: { page: Home, function: Add }
    file: project/main.js
    find: count + 1
    replace: count
    why: The number stays the same.
  - id: gone
    item: { page: Home, function: Show }
    file: project/main.js
    find: show()
    replace: ''
    why: Nothing is shown.
`

function messageFor(text: string): string {
  try {
    parseFaultsFile(text, FILE, missionFileOf())
  } catch (error) {
    if (!(error instanceof UsageError))
      throw new Error(`expected a UsageError, found ${String(error)}`, { cause: error })
    return error.message
  }
  throw new Error('expected a UsageError')
}

describe('parseFaultsFile', () => {
  it('rejects a text that is not in its file, and a file that does not exist', () => {
    const lookedUp = (texts: Readonly<Record<string, string>>) => () =>
      parseFaultsFile(GOOD, FILE, missionFileOf(), (file) => texts[file])
    expect(lookedUp({ 'project/main.js': 'count + 1; show()' })).not.toThrow()
    expect(lookedUp({ 'project/main.js': 'show()' })).toThrow(
      'canonical/fixture/faults.yaml:6: faults.0.find: project/main.js does not contain this text',
    )
    expect(lookedUp({ 'project/main.js': 'count + 1; show(); show()' })).toThrow(
      'canonical/fixture/faults.yaml:12: faults.1.find: project/main.js contains this text 2 times, not once',
    )
    expect(lookedUp({})).toThrow('canonical/fixture/faults.yaml:5: faults.0.file: there is no file project/main.js')
  })

  it('asks for a suite with testcodes of the item, if the testcodes have suites', () => {
    const mission = missionFileOf()
    const suites = { ...mission, testcodes: mission.testcodes.map((each) => ({ ...each, suite: 'rules' })) }
    const withSuite = (suite: string) => GOOD.replaceAll('    file:', `    suite: ${suite}\n    file:`)
    expect(() => parseFaultsFile(withSuite('rules'), FILE, suites)).not.toThrow()
    expect(() => parseFaultsFile(GOOD, FILE, suites)).toThrow(
      'a suite is missing; the testcodes of this item are of rules',
    )
    expect(() => parseFaultsFile(withSuite('looks'), FILE, suites)).toThrow('no testcode of "looks" checks this item')
    expect(() => parseFaultsFile(withSuite('rules'), FILE, mission)).toThrow(
      'the testcodes of this mission have no suites',
    )
  })

  it('reads a good file', () => {
    const faults = parseFaultsFile(GOOD, FILE, missionFileOf())
    expect(faults.map(({ id, replace }) => [id, replace])).toEqual([
      ['off-by-one', 'count'],
      ['gone', ''],
    ])
  })

  it.each([
    ['an unknown item', 'function: Add', 'function: Hide', /:4: faults\.0\.item: the checklist has no function "Hide"/],
    ['a duplicate id', 'id: gone', 'id: off-by-one', /:9: faults\.1\.id: "off-by-one" appears twice/],
    [
      'a mutation that changes nothing',
      'replace: count',
      'replace: count + 1',
      /:7: faults\.0\.replace: it changes nothing/,
    ],
    [
      'a path that leads out of the folder',
      'file: project/main.js',
      'file: ../main.js',
      /:5: faults\.0\.file: a relative path/,
    ],
    ['an empty "find"', 'find: show()', "find: ''", /:12: faults\.1\.find: /],
    ['a missing reason', '    why: Nothing is shown.\n', '', /: faults\.1\.why: /],
  ])('names location and problem of %s', (_, from, to, expected) => {
    expect(messageFor(GOOD.replace(from, to))).toMatch(expected)
  })

  it('rejects a fault of an item that no testcode checks', () => {
    const mission = missionFileOf({ testcodes: [] })
    expect(() => parseFaultsFile(GOOD, FILE, mission)).toThrow(/no testcode checks this item/)
  })
})

describe('applyFault', () => {
  const fault: Fault = {
    id: 'f',
    item: { page: 'Home', function: 'Add' },
    file: 'project/main.js',
    find: 'needle',
    replace: '$& and $1',
    why: 'It hurts.',
  }

  it('replaces the text literally, without patterns', () => {
    expect(applyFault(fault, 'a needle here')).toBe('a $& and $1 here')
  })

  it('rejects a text that does not occur exactly once, and names fault and file', () => {
    const hay = fc.array(fc.constantFrom('needle', 'hay'), { maxLength: 6 })
    fc.assert(
      fc.property(hay, (words) => {
        const count = words.filter((word) => word === 'needle').length
        fc.pre(count !== 1)
        const message = `fault "f": project/main.js contains the text of "find" ${String(count)} times, not once`
        expect(() => applyFault(fault, words.join(' '))).toThrow(new UsageError(message))
      }),
    )
  })
})
