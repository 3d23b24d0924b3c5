/** The attacks of the hostile suite, and what is checked after each. */
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadAttacks } from '../../harness/quality/selftest/attacks.ts'
import { reportProblems, tableProblems, terminalProblems } from '../../harness/quality/selftest/inert.ts'
import { root } from '../helpers.ts'

describe('the attacks', () => {
  it('have valid descriptions, and number at least forty', async () => {
    const attacks = await loadAttacks(path.join(root, 'test/hostile'), root, [])
    expect(attacks.length).toBeGreaterThanOrEqual(40)
    const hopeful = attacks.filter(({ definition }) =>
      Object.values(definition.expect.testcodes).some(({ status }) => status.includes('unjudged')),
    )
    // A task for which no adapted test proves anything is unjudged (ADR 21).
    expect(hopeful.map(({ name }) => name)).toEqual(['library-tasks-by-plain-values'])
  })
})

describe('checks after every trial', () => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:" />`

  it.each([
    ['<script>alert(1)</script>', 1],
    ['<img src="http://example.invalid/">', 1],
    ['<p onclick="alert(1)">', 1],
    ['<a href="javascript:alert(1)">', 1],
    ['<pre>\u202eturned</pre>', 1],
    ['<pre>\u009b2J</pre>', 1],
    ['<pre>&lt;script&gt;</pre><a href="#x"><img src="data:image/png;base64,AAAA"></a>', 0],
  ])('find problems in a report: %j', (markup, problems) => {
    expect(reportProblems(`${policy}${markup}`)).toHaveLength(problems)
  })

  it('require a content security policy in the report', () => {
    expect(reportProblems('<p>text</p>')).toEqual(['the report has no content security policy'])
  })

  it.each([
    ['x;=1+1', 1],
    ['x|\u200b=1+1', 1],
    ['"x\t "" =1+1"', 1],
    ['"x\n@SUM(A1)"', 1],
    ['\uff1d1+1', 1],
    ["x;'=1+1,'=1", 0],
    ['a=1,b - 2', 0],
  ])('find formulas in a table: %j', (row, problems) => {
    expect(tableProblems(`${row}\r\n`)).toHaveLength(problems)
  })

  it('find escape sequences in terminal output', () => {
    expect(terminalProblems('plain\ntext\t✓ Ä')).toEqual([])
    expect(terminalProblems('\u001b[2J')).toHaveLength(1)
  })
})
