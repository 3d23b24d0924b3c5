import { casesNamed } from '../helpers.ts'
import { describe, expect, it } from 'vitest'
import { needs } from '../needs.ts'
import {
  launch,
  homepage,
  IS_RUN_BY_PYTHON_IN_CASES,
  isRunByPythonIn,
  IS_MISSING_WHICH_IS_THE_CASES,
  isMissingWhichIsThe,
} from './start-file-cases.ts'

describe('the start file of a program', () => {
  isRunByPythonIn(casesNamed(IS_RUN_BY_PYTHON_IN_CASES, 'in the root'))

  isMissingWhichIsThe(casesNamed(IS_MISSING_WHICH_IS_THE_CASES, 'missing.py'))
})

describe('the start file of a website', await needs('python3-django'), () => {
  it('is run directly if it is not a manage.py', async () => {
    const server = `from http.server import *\nHTTPServer(('127.0.0.1', 8000), SimpleHTTPRequestHandler).serve_forever()`
    await using launched = await launch({ 'serve.py': server, 'index.html': 'plain' }, 'serve.py', 'website')
    expect(await homepage(launched)).toBe('plain')
  })
})
