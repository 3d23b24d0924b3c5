import type { Canonical } from '../../contracts/types.ts'
import type { Attempt } from './attempt.ts'
import { missionOf } from './mission.ts'
import { windowSolution } from './window.ts'
import { sharedTestcodes, testcodeIds, type HostileKind } from './testcodes.ts'

const SERVER = `require('node:http')
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<h1>Real</h1><p id="out"></p><button id="go" onclick="out.textContent = \\'Done\\'">Go</button>')
  })
  .listen(process.env.PORT ?? 8000)
`
const PROGRAM = `require('node:fs').writeFileSync('answer.txt', '42')\n`
const DIALOGUE = `const lines = require('node:readline').createInterface({ input: process.stdin })
process.stdout.write('Hello\\n> ')
lines.on('line', () => process.stdout.write('pong\\n> '))
`
const NATIVE = `#include <iostream>
int main() {
  int a, b;
  std::cin >> a >> b;
  std::cout << a + b << std::endl;
}
`
const PAGE = { home_url: 'http://localhost:8000/', button: 'go' }

const solutions: Readonly<Record<HostileKind, Canonical>> = {
  website: {
    project: { files: [{ path: 'main.js', content: SERVER }], launch: websitePlan() },
    answers: { heading: PAGE, press: PAGE },
  },
  batch: {
    project: { files: [{ path: 'main.js', content: PROGRAM }], launch: { run: ['node', 'main.js'] } },
    answers: { answer: { output_file: 'answer.txt' } },
  },
  console: {
    project: { files: [{ path: 'main.js', content: DIALOGUE }], launch: { run: ['node', 'main.js'] } },
    answers: {},
  },
  desktop: windowSolution(),
  source: { project: { files: [{ path: 'main.cpp', content: NATIVE }] }, answers: {} },
}

function websitePlan() {
  return { start: ['node', 'main.js'], port: 8000, homepage: '/' }
}

/** A harmless, correct project: all of its points must pass. */
export function innocent(kind: HostileKind): Attempt {
  const testcodes = sharedTestcodes[kind]
  return {
    mission: missionOf({
      name: `innocent-${kind}`,
      title: `An innocent ${kind} project`,
      kind,
      testcodes: testcodeIds(kind, testcodes),
      parameters: {},
      folder: '/nowhere',
    }),
    testcodes,
    solution: solutions[kind],
    limits: { trial: 120_000, testcode: 20_000, start: 30_000, install: 30_000 },
    sandboxLimits: {},
  }
}
