import { temporaryFolder, writeTree, type TemporaryFolder } from '../../helpers.ts'

/** A small dataset in the published format: one mission of each kind. */
export const MISSIONS = [
  {
    project_id: '1',
    project_type: 'website',
    nl_prompt:
      'Make a page that greets whoever gives a name, in as many words as it takes to be polite and not one more.',
    framework_technical_stack: [{ language: 'Python', technical_stack: 'Django' }],
    nl_checklist: [
      { page: 'Home', required: true, function: [{ function: 'Greet', description: 'Greets.', required: true }] },
      { page: 'Empty', required: false, function: [] },
    ],
    skeleton: [
      { file: 'manage.py', path: 'manage.py', code: '# to do' },
      { file: null, path: 'media', code: '' },
    ],
    testcode: [
      {
        page: 'Home',
        function: [
          testcode('Greet', 'def test_greet(driver, test_url, name_id):\r\n\tdriver.get(test_url)', [
            'test_url',
            'name_id',
          ]),
          testcode('Greet', 'def test_greet(driver, test_url):\n\tpass', ['test_url']),
          testcode('Quiet', 'def test_quiet(driver):\n\tpass', []),
        ],
      },
      { page: 'About', function: [testcode('Upload', `def test_up(driver):\n\topen("\\\\data\\\\1-up.md")`, [])] },
    ],
  },
  {
    project_id: 2,
    project_type: 'batch',
    nl_prompt: 'Write a report.',
    framework_technical_stack: [{ language: 'Python', technical_stack: 'None' }],
    nl_checklist: [],
    skeleton: [],
    testcode: [
      { page: 'Batch', function: [testcode('Run', 'def test_run(entry):\n\tutils.run_entry(entry)', ['entry'])] },
    ],
  },
]

function testcode(name: string, test: unknown, parameters: readonly string[]) {
  return {
    function: name,
    test,
    parameter: parameters.map((each) => ({ name: each, description: `What ${each} is.` })),
  }
}

export const ANSWERS = {
  '1': [
    {
      file: 'manage.py',
      path: 'manage.py',
      code: 'import sys\nfrom django.core.management import execute_from_command_line',
    },
    { file: '__init__.py', path: 'app/__init__.py', code: '' },
    { file: null, path: 'media', code: '' },
  ],
  '2': [{ file: '2-answer.py', path: '2-answer.py', code: 'print("done")' }],
}

export const PARAMETERS = {
  '1': {
    Home: {
      Greet: [
        { name: 'test_url', answer: 'http://localhost:8000/' },
        { name: 'name_id', answer: 'name' },
      ],
      Quiet: [],
    },
    About: { Upload: [] },
  },
  '2': { Batch: { Run: [{ name: 'entry', answer: '2-answer.py' }] } },
}

export interface DatasetParts {
  readonly missions?: unknown
  readonly answers?: unknown
  readonly parameters?: unknown
  readonly materials?: Readonly<Record<string, string>>
}

/** Writes the dataset to disk, with some parts replaced. */
export async function smallDataset(parts: DatasetParts = {}): Promise<TemporaryFolder> {
  const { missions = MISSIONS, answers = ANSWERS, parameters = PARAMETERS, materials = { '1-up.md': '# up' } } = parts
  const folder = await temporaryFolder()
  await writeTree(folder.path, {
    'project_eval_project.json': JSON.stringify(missions),
    'project_eval_answer.json': JSON.stringify(answers),
    'project_eval_parameter.json': JSON.stringify(parameters),
    ...Object.fromEntries(Object.entries(materials).map(([name, text]) => [`material/${name}`, text])),
  })
  return folder
}
