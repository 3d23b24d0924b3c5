/** The other cases of programs.integration.test.ts. */
import { chmod } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPython } from '../../../../harness/lib/python/find.ts'
import { temporaryFolder, writeTree } from '../../../helpers.ts'
import { forPrograms, open, type OpenFixture } from './fixtures.ts'
import { REFERENCE, testcodes, honest, program, ANSWERS, statusesOf, game, dialogue } from './programs-cases.ts'

describe('programs that run to their end', forPrograms, () => {
  it('fail if they raise an exception', async () => {
    const statuses = await statusesOf(program('raise ValueError("I never work")'))
    expect(statuses).toEqual(['failed', 'failed', 'failed', 'failed', 'failed'])
  })

  it('fail if they end at once', async () => {
    const statuses = await statusesOf(program('import sys\nsys.exit(0)'))
    expect(statuses).toEqual(['passed', 'failed', 'failed', 'failed', 'failed'])
  })

  it('fail if a signal ends them', async () => {
    const statuses = await statusesOf(program('import os\nos.abort()'))
    expect(statuses[0]).toBe('failed')
  })

  it.each([
    ['copy the reference output', `import shutil; shutil.copy('${REFERENCE}', 'Table.csv')`],
    [
      'copy the reference output from wherever it may be',
      `import glob, shutil
for place in ('/tmp', '/project', '/home', '/root', '/work'):
    for file in glob.glob(place + '/**/*Standard*', recursive=True):
        print(file)
        shutil.copy(file, 'Table.csv')`,
    ],
    ['link to the reference output', `import os; os.symlink('${REFERENCE}', 'Table.csv'); print('linked')`],
    [
      'write a reference of their own',
      `print('forged')
for name in ('Table.csv', '${REFERENCE}'): open(name, 'w').write('the same')`,
    ],
    ['bring the output along', `print('nothing to do')`],
  ])('do not pass if they %s', async (_, source) => {
    const statuses = await statusesOf(program(source, { 'Table.csv': 'MATHS\n' }))
    expect(statuses.at(-1)).toBe('failed')
  })

  it('see the input from the testcode and no other material', async () => {
    const lists = 'import os; print(sorted(os.listdir("."))); open("Table.csv", "w").write("x")'
    await using console_ = await open({
      ...program(lists),
      testcodes: {
        ...testcodes,
        sees: `
def test(entry):
    utils.rename_file("16-Subjects-Standard.csv", "Subjects.csv")
    stdout, stderr = utils.run_entry(entry)
    assert stdout == "['Subjects.csv', 'main.py']\\n", stdout`,
        'sees-none': `
def test(entry):
    stdout, stderr = utils.run_entry(entry)
    assert stdout == "['Table.csv', 'main.py']\\n", stdout`,
      },
    })
    expect(await console_.judge('sees', { entry: 'main.py' })).toMatchObject({ status: 'passed' })
    // The testcode before has not taken its input away.
    expect(await console_.judge('sees-none', { entry: 'main.py' })).toMatchObject({ status: 'passed' })
  })
})

describe('values for programs', forPrograms, () => {
  let opened: OpenFixture
  beforeAll(async () => {
    opened = await open({ ...program(honest), setup: { testcodeTimeout: 10_000 } })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  it('can be used through all names of the contract', async () => {
    const { status, reason } = await opened.judge('names')
    expect(reason).toBeUndefined()
    expect(status).toBe('passed')
  })

  it('are compared with the packages of the run’s Python path', async () => {
    await using packages = await temporaryFolder()
    await chmod(packages.path, 0o755)
    await writeTree(packages.path, { 'openpyxl/__init__.py': 'def load_workbook(file): return "from there"' })
    const python = await findPython({ path: [packages.path] })
    await using other = await open({
      ...program(honest),
      testcodes: { loads: `\ndef test():\n    assert openpyxl.load_workbook('Table.xlsx') == 'from there'` },
      setup: { python },
    })
    const { status, reason } = await other.judge('loads')
    expect({ status, reason }).toEqual({ status: 'passed', reason: undefined })
  })

  it.each([
    '/etc/passwd',
    '../../etc/passwd',
    'python -m other',
    'nowhere.py',
    '/usr/lib/python3.11/this.py',
    String.raw`C:\main.py`,
  ])('are bad if "%s" is given for a file of the project', async (entry) => {
    expect(await opened.judge('runs', { entry })).toMatchObject({ status: 'bad-parameter' })
  })

  it.each(['/etc/passwd', '../x', '/proc/self/environ', REFERENCE, `./${REFERENCE}`, `x\\..\\${REFERENCE}`])(
    'are bad if "%s" is given for an output',
    async (file) => {
      expect(await opened.judge('reads', { path: file })).toMatchObject({ status: 'bad-parameter' })
      expect(await opened.judge('opens', { path: file })).toMatchObject({ status: 'bad-parameter' })
    },
  )
})

describe('programs that harm', forPrograms, () => {
  it('are ended at the deadline, and the next testcode goes on', async () => {
    const hangs = `import os, time
if not os.path.exists('Subjects.csv'):
    time.sleep(60)
${honest}`
    await using opened = await open({ ...program(hangs), setup: { testcodeTimeout: 4000 } })
    const began = performance.now()
    expect(await opened.judge('missing', ANSWERS['missing'])).toMatchObject({ status: 'timeout' })
    expect(performance.now() - began).toBeLessThan(9000)
    expect(await opened.judge('broken', ANSWERS['broken'])).toMatchObject({ status: 'passed' })
  })

  it('fail if they leave a file that is too large', async () => {
    const large = `print('large')\nwith open('Table.csv', 'wb') as file: file.truncate(200 * 1024 * 1024)`
    expect((await statusesOf(program(large))).at(-1)).toBe('failed')
  })

  it('fail if reading their file exhausts the memory of the worker', async () => {
    await using opened = await open({
      ...program(`print('large')\nopen('Table.csv', 'wb').write(b'x' * 20_000_000)`),
      testcodes: {
        ...testcodes,
        hoards: `
def test(entry):
    utils.run_entry(entry)
    kept = []
    while True:
        kept.append(open('Table.csv', 'rb').read())`,
      },
    })
    const { status, reason } = await opened.judge('hoards', { entry: 'main.py' })
    expect({ status, reason }).toEqual({ status: 'error', reason: expect.stringContaining('memory limit') as string })
    expect(await opened.judge('names')).toMatchObject({ status: 'passed' })
  })
})

describe('programs with a dialogue', forPrograms, () => {
  it('time out a testcode that they do not answer, and answer the next one', async () => {
    const slow = game.replace("print('Welcome!')", "__import__('time').sleep(7)")
    await using opened = await open({ ...dialogue(slow), setup: { testcodeTimeout: 5000 } })
    expect(await opened.judge('says', { command: '1', expected_output: 'x' })).toMatchObject({ status: 'timeout' })
    // Its prompt comes late, and so with the answer to the next line.
    const { reason } = await opened.judge('says', { command: 'hello', expected_output: '$ You say hello\n$ ' })
    expect(reason).toBeUndefined()
  })
})

describe('programs with a dialogue', forPrograms, () => {
  it('answer until they wait for a line, whatever their prompt is', async () => {
    await using opened = await open(dialogue(game))
    expect(await opened.session.runnable()).toMatchObject({ status: 'passed' })
    const says = async (command: string, expected_output: string) => {
      const { status, reason } = await opened.judge('says', { command, expected_output })
      expect({ status, reason }).toEqual({ status: 'passed', reason: undefined })
    }
    expect(await opened.judge('greets', { expected_output: '=== Menu ===\nChoose (1 or 2): ' })).toMatchObject({
      status: 'passed',
    })
    await says('abc', 'No such choice.\nChoose (1 or 2): ')
    await says('1', 'Welcome!\n$ ')
    await says('hello', 'You say hello\n$ ')
    await says('quit', 'Choose (1 or 2): ')
    expect(await opened.judge('ends', { command: '2', expected_output: 'Goodbye!\n' })).toMatchObject({
      status: 'passed',
    })
    expect(await opened.judge('says', { command: 'x', expected_output: 'x' })).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('has ended (exit code 0)') as string,
    })
  })
})
