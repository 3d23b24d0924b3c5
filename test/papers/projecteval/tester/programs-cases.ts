/** Shared by the tests of programs. */
import type { Judgement } from '../../../../harness/contracts/types.ts'
import { open, type Fixture } from './fixtures.ts'

export const REFERENCE = '16-Table-Standard.csv'
const materials = {
  '16-Subjects-Standard.csv': 'name\nmaths\n',
  '16-Subjects-Broken.csv': 'nothing',
  [REFERENCE]: 'MATHS\n',
}

export const testcodes = {
  missing: `
def test(entry, error_message):
    stdout, stderr = utils.run_entry(entry)
    assert utils.string_similarity(error_message, stdout) > threshold or utils.string_similarity(error_message, stderr) > threshold, stdout + stderr`,
  broken: `
def test(entry, error_message):
    source_file_name = "16-Subjects-Broken.csv"
    utils.rename_file(source_file_name, "Subjects.csv")
    stdout, stderr = utils.run_entry(entry)
    utils.rename_file("Subjects.csv", source_file_name)
    assert utils.string_similarity(error_message, stdout) > threshold or utils.string_similarity(error_message, stderr) > threshold, stdout + stderr`,
  runs: `
def test(entry):
    source_file_name = "16-Subjects-Standard.csv"
    utils.rename_file(source_file_name, "Subjects.csv")
    stdout, stderr = utils.run_entry(entry)
    utils.rename_file("Subjects.csv", source_file_name)`,
  output: `
def test():
    with open("Table.csv") as made, open("${REFERENCE}") as standard:
        assert made.read() == standard.read()`,
  names: `
def test():
    for name in (time, pyperclip, string, pd, os, csv, utils, datetime, openpyxl, runpy, threshold, _subprocess):
        assert name is not None
    assert threshold == 0.65`,
  reads: `
def test(path):
    assert os.path.getsize(path) > 0`,
  opens: `
def test(path):
    open(path).read()`,
}

export const honest = `import os
if not os.path.exists('Subjects.csv'):
    raise FileNotFoundError("Error: 'Subjects.csv' is not there.")
lines = open('Subjects.csv').read().splitlines()
if lines[0] != 'name':
    print('Error: the column "name" is missing.')
else:
    open('Table.csv', 'w').write(lines[1].upper() + '\\n')
    print('done')
`

export const program = (source: string, more: Readonly<Record<string, string>> = {}): Fixture => ({
  kind: 'console',
  files: { 'main.py': source, ...more },
  launch: { startFile: 'main.py' },
  testcodes,
  materials,
  setup: { testcodeTimeout: 10_000 },
})

export const ANSWERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  missing: { entry: 'main.py', error_message: "Error: 'Subjects.csv' is not there." },
  broken: { entry: 'main.py', error_message: 'Error: the column "name" is missing.' },
  runs: { entry: 'main.py' },
  output: {},
}

/** The statuses of all testcodes of a program, the runnable point first. */
export async function statusesOf(fixture: Fixture): Promise<string[]> {
  await using open_ = await open(fixture)
  const judgements: Judgement[] = [await open_.session.runnable()]
  for (const [id, values] of Object.entries(ANSWERS)) judgements.push(await open_.judge(id, values))
  return judgements.map(({ status }) => status)
}

export const game = `import sys
print('=== Menu ===')
while True:
    choice = input('Choose (1 or 2): ')
    if choice == '1':
        print('Welcome!')
        while True:
            command = input('$ ')
            if command == 'quit': break
            print('You say', command)
    elif choice == '2':
        print('Goodbye!')
        sys.exit(0)
    else:
        print('No such choice.')
`
const talks = {
  greets: `
def test(expected_output):
    stdout = "\\n".join(_subprocess.read_output())
    assert utils.string_similarity(expected_output, stdout) > threshold, stdout`,
  says: `
def test(command, expected_output):
    stdout = _subprocess.send_command(command)
    assert stdout == expected_output, repr(stdout)`,
  ends: `
def test(command, expected_output):
    stdout = _subprocess.send_command(command)
    assert stdout == expected_output, repr(stdout)
    assert _subprocess.poll() == 0`,
}

export const dialogue = (source: string): Fixture => ({
  kind: 'console',
  files: { 'main.py': source },
  launch: { startFile: 'main.py' },
  testcodes: talks,
  setup: { testcodeTimeout: 20_000 },
})
