/**
 * Judges a program that prints so many lines of 16 bytes: arguments are the number of lines and the file with the expected output.
 * Prints the judgement and the most memory of this process (MiB), as JSON.
 */
import { judged } from './open.ts'

const [lines = '', expected = ''] = process.argv.slice(2)
const source = `#include <cstdio>\nint main() { for (int i = 0; i < ${lines}; i++) printf("%015d\\n", i); }\n`
const code = {
  kind: 'files' as const,
  copies: [],
  takes: [{ from: ['main.cpp'], to: 'main.cpp' }],
  compile: [['g++', 'main.cpp', '-o', 'code', '-O2']],
  keeps: ['code'],
  run: ['./code'],
}
const { lines: judgement } = await judged(
  { 'main.cpp': source },
  {
    programs: { code },
    points: {
      lines: {
        program: 'code',
        input: { kind: 'text', text: '' },
        expected: { kind: 'file', file: expected },
        limits: { seconds: 20, memoryMiB: 64, outputMiB: 128, diskMiB: 4, files: 8 },
      },
    },
  },
)
const memory = process.resourceUsage().maxRSS / 1024
process.stdout.write(JSON.stringify({ status: judgement?.status, reason: judgement?.reason, memory }))
