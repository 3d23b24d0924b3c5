import { describe, expect, it } from 'vitest'
import { ProjectFault } from '../../harness/errors.ts'
import { checkRequirements, installCommand } from '../../harness/launchers/install-command.ts'

describe('install', () => {
  it.each([
    ['--ignore-scripts=false'],
    ['--no-ignore-scripts'],
    ['--ignore-scripts', 'false'],
    ['--no-ignore-s'],
    ['--foreground-scripts'],
    ['--script-shell=/bin/sh'],
    ['--git=./git'],
    ['--userconfig=.npmrc'],
    ['--globalconfig', 'npmrc'],
    ['--prefix'],
    ['--prefix=../..'],
    ['--loglevel'],
    ['--omit', '--no-ignore-scripts'],
  ])('allows no option that makes npm run scripts: %s %s', (...words) => {
    const of = () => installCommand(['npm', 'ci', ...words], 'python3')?.argv ?? []
    // A bare word is the name of a package.
    if (words[1] === 'false') expect(of().slice(2)).toEqual([...of().slice(2, -1), 'false'])
    else expect(of).toThrow(ProjectFault)
  })

  it.each([
    ['--no-binary=:all:'],
    ['--no-binary', ':all:'],
    ['--no-bin=:all:'],
    ['--only-binary=:none:'],
    ['--target=/tmp'],
    ['--prefix=x'],
    ['--config-settings=a=b'],
    ['--global-option=x'],
    ['--python=./python'],
    ['--cert=x'],
    ['-r', '../../x'],
    ['-r', 'https://example.org/r.txt'],
  ])('allows no option that makes pip take other packages than wheels: %s %s', (...words) => {
    expect(() => installCommand(['python3', '-m', 'pip', 'install', ...words], 'python3')).toThrow(ProjectFault)
  })

  it.each([
    '--no-binary :all:',
    '  --no-binary=flask',
    '--no-b :all:',
    'flask\n--no-\\\nbinary :all:',
    '--only-binary=:none:',
    '--only-b :none:',
    '--only-binary=a,:none:',
    '-r https://example.org/r.txt',
    '-rhttps://example.org/r.txt',
    '--requirement=https://example.org/r.txt',
  ])('refuses requirements with such options: %s', (text) => {
    expect(() => {
      checkRequirements(text, 'requirements.txt')
    }).toThrow(/is not allowed; remove it/)
  })

  it('accepts the options of ordinary plans', () => {
    const python = 'python3'
    const pip = (...words: string[]) => installCommand(['python3', '-m', 'pip', ...words], python)?.argv.slice(-3)
    expect(pip('install', '-r', 'requirements.txt', '--no-cache-dir')).toEqual([
      '-r',
      'requirements.txt',
      '--no-cache-dir',
    ])
    expect(pip('--quiet', 'install', '--user', 'flask==3.0', 'requests>=2')).toEqual([
      '--quiet',
      'flask==3.0',
      'requests>=2',
    ])
    const npm = (...words: string[]) => installCommand(['npm', ...words], python)?.argv.slice(-2)
    expect(npm('install', '--omit', 'dev')).toEqual(['--omit', 'dev'])
    expect(npm('i', 'express@4', '--save', '--no-audit')).toEqual(['--save', 'express@4'])
    for (const other of [
      ['npm', 'run', 'x'],
      ['npx', 'y'],
      ['sh', '-c', 'npm ci'],
      ['./npm', 'ci'],
      ['python3', 'pip'],
    ])
      expect(installCommand(other, python)).toBeUndefined()
    for (const text of [
      '# --no-binary',
      '- a list',
      '-r other.txt\n-e .\nflask --hash=sha256:0',
      '--only-binary=:all:',
    ])
      checkRequirements(text, 'requirements.txt')
  })
})

describe('packages of the project itself', () => {
  const pip = (...words: readonly string[]) => installCommand(['python3', '-m', 'pip', 'install', ...words], 'python3')

  it.each([
    [['-e', '.'], ['.']],
    [['--editable=.[dev]'], ['.[dev]']],
    [
      ['-r', 'requirements.txt', '-e', './lib'],
      ['-r', 'requirements.txt', './lib'],
    ],
    [['.'], ['.']],
  ])('pip copies them instead of linking them, in the folder of the project: %j', (words, expected) => {
    const command = pip(...words)
    expect(command?.argv.slice(-expected.length)).toEqual(expected)
    expect(command?.argv).not.toContain('-e')
    expect(command?.inPlace).toBe(true)
  })

  it.each([[['flask']], [['-r', 'requirements.txt']], [['flask[async]==2.0', 'six']]])(
    'others come from the index: %j',
    (words) => {
      expect(pip(...words)?.inPlace).toBe(false)
    },
  )
})
