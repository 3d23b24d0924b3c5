import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Rule } from '../../../../harness/papers/projdevbench/tester/plan.ts'
import { findings, type Reading } from '../../../../harness/papers/projdevbench/tester/rules.ts'

function found(rule: Exclude<Rule, { kind: 'model' }>, files: Record<string, string>, reading: Reading = 'default') {
  const list = Object.entries(files).map(([file, content]) => ({ path: file, content }))
  return findings(rule, list, reading).map(({ file, line, what }) => `${file}:${String(line ?? '')} ${what}`)
}

test('.gitignore must list the entries', () => {
  const rule: Rule & { kind: 'gitignore' } = { kind: 'gitignore', entries: ['CMakeFiles/', 'CMakeCache.txt'] }
  expect(found(rule, { '.gitignore': 'CMakeFiles/\n' })).toEqual(['.gitignore: does not list "CMakeCache.txt"'])
  expect(found(rule, {})).toEqual(['.gitignore: is missing'])
})

test('a pattern is found with its line, and not in comments if they are stripped', () => {
  const rule: Rule & { kind: 'forbidden' } = {
    kind: 'forbidden',
    pattern: 'using namespace std;',
    suffixes: ['.cpp'],
    caseSensitive: true,
    stripComments: true,
  }
  expect(found(rule, { 'a.cpp': '/*\n\n*/\nusing namespace std;\n', 'b.txt': 'using namespace std;' })).toEqual([
    'a.cpp:4 holds "using namespace std;"',
  ])
  expect(found(rule, { 'a.cpp': '// using namespace std;\n' })).toEqual([])
})

test('a header without a blank escapes the published check, and not the text of the rule', () => {
  const rule: Rule & { kind: 'headers' } = { kind: 'headers', files: ['list.hpp'], allowed: ['cstdio'], references: {} }
  const files = { 'list.hpp': '#include <cstdio>\n#include<vector>\n# include <map> // why not\n' }
  expect(found(rule, files, 'paper')).toEqual([])
  expect(found(rule, files)).toEqual(['list.hpp:2 includes <vector>', 'list.hpp:3 includes <map>'])
  expect(found(rule, { 'list.hpp': '#include <vector>\n' }, 'paper')).toEqual(['list.hpp:1 includes <vector>'])
})

test.each([
  ['between quotes', '#include "vector"\n', 1],
  ['in a line that is continued', '#inc\\\nlude \\\n<vector>\n', 1],
  ['with another sign', '%:include <vector>\n', 1],
  ['between literals with signs of a comment', 'auto a = "/*";\n#include <vector>\nauto b = "*/";\n', 2],
  ['behind a raw literal', 'auto a = R"x(\n/*)x";\n#include <vector>\n', 3],
  ['behind a quote as a character', `char a = '"'; // "\n#include <vector>\n`, 2],
])('a header is found %s', (_, text, line) => {
  const rule: Rule & { kind: 'headers' } = { kind: 'headers', files: ['list.hpp'], allowed: [], references: {} }
  expect(found(rule, { 'list.hpp': text })).toEqual([`list.hpp:${String(line)} includes <vector>`])
})

test.each([
  ['#define V <vector>\n#include V\n', 'includes what the macro V says'],
  ['#define V(x) <x>\n#include V(vector)\n', 'includes what the macro V says'],
  ['int x;\n#include "../../usr/include/c++/13/vector"\n', 'includes <../../usr/include/c++/13/vector>'],
  ['int x;\n#include <./vector>\n', 'includes <./vector>'],
  ['int x;\n#include <bits/stl_vector.h>\n', 'includes <bits/stl_vector.h>'],
])('a container is found behind a macro or a path: %s', (text, what) => {
  const rule: Rule & { kind: 'headers' } = { kind: 'headers', files: ['a.cpp'], allowed: ['V'], references: {} }
  expect(found(rule, { 'a.cpp': text })).toEqual([`a.cpp:2 ${what}`])
  expect(found({ kind: 'text', forbids: 'containers' }, { 'a.cpp': text })).toEqual([`a.cpp:2 ${what}`])
})

test('headers of the repository, of other libraries and of like names are no containers', () => {
  const own =
    '#include "src/list.h"\n#include "list"\n#include "../map.hpp"\n#include <string>\n#include <bits/types.h>\n'
  const files = { 'a.cpp': own, list: '', 'src/list.h': '' }
  expect(found({ kind: 'text', forbids: 'containers' }, files)).toEqual([])
})

test('a file of the repository without an extension is no header of the standard library', () => {
  const rule: Rule & { kind: 'headers' } = { kind: 'headers', files: ['src/list.hpp'], allowed: [], references: {} }
  const text = '#include "own"\n#include <own>\n#include "vector"\n'
  expect(found(rule, { 'src/list.hpp': text, 'src/own': 'int own;\n', vector: '' })).toEqual([
    'src/list.hpp:2 includes <own>',
    'src/list.hpp:3 includes <vector>',
  ])
})

test('files beside a header, and headers in comments, are not found', () => {
  const rule: Rule & { kind: 'headers' } = { kind: 'headers', files: ['list.hpp'], allowed: [], references: {} }
  const text = '#include "utility.hpp"\n// "\n/* \'\n#include <vector>\n*/\n// \\\n#include <map>\n'
  expect(found(rule, { 'list.hpp': text })).toEqual([])
})

test('comments without an end take no more time than their text is long', () => {
  const rule: Rule & { kind: 'forbidden' } = {
    kind: 'forbidden',
    pattern: 'x',
    caseSensitive: true,
    stripComments: true,
  }
  const headers: Rule & { kind: 'headers' } = { kind: 'headers', files: ['a.cpp'], allowed: [], references: {} }
  for (const text of ['/* ', '" ', "' ", 'R"(', 'R"a(', '\\\n']) {
    const files = { 'a.cpp': text.repeat(150_000) }
    expect(found(rule, files)).toEqual([])
    expect(found(headers, files)).toEqual([])
  }
})

test('headers of the template are allowed, and files must be those of the template', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pe-test-review-'))
  const template = path.join(folder, 'list.hpp')
  await writeFile(template, '#include <memory>\nint x;\n')
  const references = { 'list.hpp': template }
  expect(
    found({ kind: 'headers', files: ['list.hpp'], allowed: [], references }, { 'list.hpp': '#include <memory>' }),
  ).toEqual([])
  const unchanged: Rule & { kind: 'unchanged' } = { kind: 'unchanged', files: ['list.hpp'], references }
  expect(found(unchanged, { 'list.hpp': '#include <memory>\nint x;\n' })).toEqual([])
  expect(found(unchanged, { 'list.hpp': '#include <memory>\nint y;\n' })).toEqual([
    'list.hpp:2 differs from the template',
  ])
  expect(found(unchanged, {})).toEqual(['list.hpp: is missing'])
  await rm(folder, { recursive: true })
})

test('the target of CMake is called code', () => {
  const rule: Rule & { kind: 'cmake' } = { kind: 'cmake', file: 'CMakeLists.txt' }
  expect(found(rule, { 'CMakeLists.txt': 'ADD_EXECUTABLE( code main.cpp)' }, 'paper')).toEqual([])
  expect(found(rule, { 'CMakeLists.txt': 'add_executable(codec main.cpp)' }, 'paper')).toEqual([])
  expect(found(rule, { 'CMakeLists.txt': 'add_executable(codec main.cpp)' })).toHaveLength(1)
  expect(found(rule, { 'CMakeLists.txt': '# add_executable(code main.cpp)' })).toHaveLength(1)
  expect(found(rule, { 'CMakeLists.txt': 'add_executable(code\n main.cpp)' })).toEqual([])
})

test('a rule without arguments is approved as published, and checked by its text otherwise', () => {
  const rule: Rule & { kind: 'text' } = { kind: 'text', forbids: 'cmake-artifacts' }
  expect(found(rule, { 'CMakeCache.txt': '' }, 'paper')).toEqual([])
  expect(found(rule, { 'build/CMakeFiles/x': '' })).toEqual(['build/CMakeFiles/x: is made by CMake'])
  expect(found({ kind: 'text', forbids: 'containers' }, { 'a.cpp': '#include <map>\n' })).toEqual([
    'a.cpp:1 includes <map>',
  ])
})
