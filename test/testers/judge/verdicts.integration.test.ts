import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { JudgePlanInput } from '../../../harness/testers/judge/plan.ts'
import { part } from '../../part.ts'
import { judged } from './open.ts'
import { needs } from '../../needs.ts'

const NATIVE = await needs('g++', 'make', 'valgrind')

const LIMITS = { seconds: 1, memoryMiB: 64, outputMiB: 1, diskMiB: 4, files: 8 }

const POINT: JudgePlanInput['points'][string] = {
  program: 'code',
  input: { kind: 'text', text: '20 22\n' },
  expected: { kind: 'text', text: '42\n' },
  limits: LIMITS,
}

/** A program that prints the sum of two numbers. */
const PLAN: JudgePlanInput = {
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

const START =
  '#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <unistd.h>\n#include <signal.h>\n#include <fcntl.h>\n#include <sys/wait.h>\n'
const SUM = 'int a, b; if (scanf("%d %d", &a, &b) != 2) return 1; printf("%d\\n", a + b);'

function program(body: string): string {
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

const ROWS: readonly Row[] = [
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

test.each(part('verdicts of a judge', 4, ROWS))(
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

test(
  'a leak is no accepted point, also if the program replaces itself to escape',
  { timeout: 300_000, ...NATIVE },
  async () => {
    const plan: JudgePlanInput = {
      ...PLAN,
      points: {
        leak: {
          ...POINT,
          leak: 'verdict',
          limits: { ...LIMITS, seconds: 20, memoryMiB: 512 },
        },
      },
    }
    const clean = await judged({ 'main.cpp': program('') }, plan)
    expect(clean['leak']).toMatchObject({ status: 'passed' })
    const leaking = await judged(
      { 'main.cpp': program('volatile char *p = (char *)malloc(100); p[0] = 1; p = nullptr;') },
      plan,
    )
    expect(leaking['leak']).toMatchObject({ status: 'failed', limit: 'leak' })
    const escape = `${START}int main(int n, char **v) { if (n < 2) execl("./code", "code", "x", (char *)0); volatile char *p = (char *)malloc(100); p[0] = 1; p = nullptr; ${SUM} }`
    const escaping = await judged({ 'main.cpp': escape }, plan)
    expect(escaping['leak']).toMatchObject({
      status: 'failed',
      limit: 'leak',
      reason: expect.stringContaining('could not watch') as string,
    })
  },
)

test('points of a group share a folder, others do not', { timeout: 300_000, ...NATIVE }, async () => {
  const source = `${START}int main() { FILE *f = fopen("count", "r"); int n = 0; if (f) { if (fscanf(f, "%d", &n) != 1) return 1; fclose(f); } f = fopen("count", "w"); fprintf(f, "%d", n + 1); fclose(f); printf("%d\\n", n); }`
  const at = (text: string, group?: string) => ({
    program: 'code',
    expected: { kind: 'text' as const, text },
    limits: LIMITS,
    ...(group === undefined ? {} : { group }),
  })
  const found = await judged(
    { 'main.cpp': source },
    { ...PLAN, points: { a: at('0', 'g'), b: at('1', 'g'), c: at('0'), d: at('0', 'h') } },
  )
  expect(Object.values(found).map(({ status }) => status)).toEqual(['passed', 'passed', 'passed', 'passed'])
})

test(
  'a program finds no answers on the disk and cannot outlive its point',
  { timeout: 300_000, ...NATIVE },
  async () => {
    const looks = `${START}int main() { int r = system("grep -rls 'answer-of-this-[t]est' / --include=* --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr 2>/dev/null"); r = system("ls -l /proc/*/fd 2>/dev/null | grep -c judge-answers"); return 0; }`
    const plan = {
      ...PLAN,
      points: {
        look: {
          program: 'code',
          expected: { kind: 'text' as const, text: 'answer-of-this-test\n' },
          limits: { ...LIMITS, seconds: 20 },
        },
      },
    }
    const { look } = await judged({ 'main.cpp': looks }, plan)
    expect(look).toMatchObject({ status: 'failed', reason: expect.stringContaining('got "0"') as string })
    const name = `pe-outlives-${String(process.pid)}`
    const forks = program(
      `if (fork() == 0) { setsid(); execl("/bin/sh", "${name}", "-c", "sleep 300; true", (char *)0); }`,
    )
    await judged({ 'main.cpp': forks }, PLAN)
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(name)
  },
)

test('a makefile of the project builds the program, in the sandbox', { timeout: 300_000, ...NATIVE }, async () => {
  const plan: JudgePlanInput = { programs: { code: { kind: 'tree', program: 'code' } }, points: PLAN.points }
  const makefile = 'code: main.cpp\n\tg++ main.cpp -o code\n'
  expect(await judged({ Makefile: makefile, 'main.cpp': program('') }, plan)).toMatchObject({
    sum: { status: 'passed' },
  })
  const outside = 'code:\n\techo x > /usr/pe-escape; echo x > ../pe-escape; cp /bin/true code\n'
  expect(await judged({ Makefile: outside }, plan)).toMatchObject({ sum: { status: 'failed' } })
  expect(await judged({ Makefile: 'code:\n\tfalse\n' }, plan)).toMatchObject({
    sum: { status: 'error', limit: 'build' },
  })
})
