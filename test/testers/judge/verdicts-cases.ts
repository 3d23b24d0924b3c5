/** Shared by the tests of verdicts. */
import { expect, test } from 'vitest'
import type { JudgePlanInput } from '../../../harness/testers/judge/plan.ts'
import { judged } from './open.ts'
import { needs } from '../../needs.ts'

export const NATIVE = await needs('g++', 'make', 'valgrind')

export const LIMITS = { seconds: 1, memoryMiB: 64, outputMiB: 1, diskMiB: 4, files: 8 }

export const POINT: JudgePlanInput['points'][string] = {
  program: 'code',
  input: { kind: 'text', text: '20 22\n' },
  expected: { kind: 'text', text: '42\n' },
  limits: LIMITS,
}

/** A program that prints the sum of two numbers. */
export const PLAN: JudgePlanInput = {
  programs: {
    code: {
      kind: 'files',
      copies: [],
      takes: [{ from: ['main.cpp'], to: 'main.cpp' }],
      compile: [['g++', 'main.cpp', '-o', 'code', '-O1', '-std=c++20']],
      keeps: ['code'],
      run: ['./code'],
    },
  },
  points: {
    sum: POINT,
  },
}

export const START =
  '#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <unistd.h>\n#include <signal.h>\n#include <fcntl.h>\n#include <sys/wait.h>\n'
export const SUM = 'int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; printf("%d\\n", a + b);'

export function program(body: string): string {
  return `${START}int main() { ${SUM} ${body} return 0; }\n`
}

interface Row {
  readonly name: string
  readonly source: string
  readonly status: string
  readonly limit?: string
  readonly reason?: RegExp
  /** Differs from the point's own limit (MiB). */
  readonly memoryMiB?: number
}

export const ROWS: readonly Row[] = [
  { name: 'the sum', source: program(''), status: 'passed' },
  {
    name: 'off by one',
    source: program('').replace('a + b', 'a + b + 1'),
    status: 'failed',
    reason: /line 1: expected "42", got "43"/,
  },
  { name: 'more output than expected', source: program('puts("42");'), status: 'failed', reason: /line 2/ },
  { name: 'no output', source: `${START}int main() { return 0; }`, status: 'failed', reason: /expected "42", got ""/ },
  {
    name: 'a busy loop',
    source: program('for (volatile int i = 0;; i = i + 1);'),
    status: 'timeout',
    limit: 'time',
    reason: /1 s of processor time/,
  },
  { name: 'an exit code', source: program('return 3;'), status: 'error', reason: /exit code 3/ },
  { name: 'a null pointer', source: program('*(volatile int *)0 = 1;'), status: 'error', reason: /SIGSEGV/ },
  {
    name: 'an endless recursion',
    source: `${START}int f(int n) { volatile char x[4096]; x[n % 4096] = 1; return f(n + 1) + x[0]; } int main() { return f(0); }`,
    status: 'error',
    reason: /SIGSEGV/,
  },
  {
    name: 'too much memory',
    source: program('for (;;) memset(malloc(1 << 20), 1, 1 << 20);'),
    status: 'error',
    limit: 'memory',
  },
  { name: 'too much output', source: program('for (;;) puts("x");'), status: 'error', limit: 'output' },
  {
    name: 'too large a file',
    source: program(
      'int f = open("big", O_CREAT | O_WRONLY, 0600); static char x[1 << 20]; for (;;) if (write(f, x, sizeof x) < 0) break;',
    ),
    status: 'error',
    limit: 'disk',
  },
  {
    name: 'too many files',
    source: program(
      'char n[32]; for (int i = 0; i < 50; i++) { sprintf(n, "f%d", i); close(open(n, O_CREAT | O_WRONLY, 0600)); }',
    ),
    status: 'error',
    limit: 'disk',
  },
  {
    name: 'a fork bomb',
    source: program('for (;;) fork();'),
    status: 'error',
    limit: 'processes',
    // Processes take memory, too, and the memory limit precedes.
    memoryMiB: 512,
  },
  {
    name: 'a syntax error',
    source: 'int main( {',
    status: 'error',
    limit: 'build',
    reason: /^compile error: g\+\+ ended with exit code 1: main\.cpp:1:\d+: error: /,
  },
  { name: 'an endless file as header', source: '#include "/dev/zero"\nint main() {}', status: 'error', limit: 'build' },
]

export function name(cases: readonly (typeof ROWS)[number][]): void {
  test.each(cases)(
    '$name',
    { timeout: 300_000, ...NATIVE },
    async ({ source, status, limit, reason, memoryMiB = LIMITS.memoryMiB }) => {
      const plan = { ...PLAN, points: { sum: { ...POINT, limits: { ...LIMITS, memoryMiB } } } }
      const { sum } = await judged({ 'main.cpp': source }, plan)
      expect(sum).toMatchObject({ status, ...(limit === undefined ? {} : { limit }) })
      if (reason) expect(sum?.reason).toMatch(reason)
      if (status === 'passed') expect(sum?.usage?.memoryMiB).toBeLessThan(16)
    },
  )
}
