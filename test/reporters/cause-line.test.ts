import { expect, it } from 'vitest'
import { causeLine } from '../../harness/reporters/cause-line.ts'

it.each([
  ['', undefined],
  [' \n\n', undefined],
  ['listening\nand then nothing\n', 'and then nothing'],
  [
    "throw err;\n^\n\nError: Cannot find module 'x'\n    at Module._load\n\nNode.js v20.20.2",
    "Error: Cannot find module 'x'",
  ],
  [
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nModuleNotFoundError: No module named \'x\'\n',
    "ModuleNotFoundError: No module named 'x'",
  ],
  [
    'django.core.exceptions.ImproperlyConfigured: SECRET_KEY\n',
    'django.core.exceptions.ImproperlyConfigured: SECRET_KEY',
  ],
  ['npm error code E404\nnpm error 404 Not Found\nbye\n', 'npm error 404 Not Found'],
  ['panic: no such file\n\ngoroutine 1 [running]:\n', 'panic: no such file'],
  ['0 errors\nErrors: none\nstopped', 'stopped'],
])('finds the line that says why a project did not start in %j', (log, cause) => {
  expect(causeLine(log)).toBe(cause)
})
