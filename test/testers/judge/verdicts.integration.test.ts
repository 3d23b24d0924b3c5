import { casesNamed } from '../../helpers.ts'
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { JudgePlanInput } from '../../../harness/testers/judge/plan.ts'
import { judged } from './open.ts'
import { NATIVE, LIMITS, POINT, PLAN, START, SUM, program, ROWS, name } from './verdicts-cases.ts'

name(casesNamed(ROWS, 'off by one'))

test(
  'a leak is no accepted point, also if the program replaces itself to escape',
  { timeout: 300_000, ...NATIVE },
  async () => {
    // One program, compiled once, that does what the first letter of its input says.
    const point = (letter: string): JudgePlanInput['points'][string] => ({
      ...POINT,
      input: { kind: 'text', text: `${letter}20 22\n` },
      leak: 'verdict',
      limits: { ...LIMITS, seconds: 20, memoryMiB: 512 },
    })
    const points = { clean: point('c'), leaking: point('l'), escaping: point('e') }
    const leaks = 'volatile char *p = (char *)malloc(100); p[0] = 1; p = nullptr;'
    const source = `${START}int main(int n, char **v) {
      setvbuf(stdin, nullptr, _IONBF, 0);
      int letter = n < 2 ? getchar() : 'l';
      if (letter == 'e') execl("./code", "code", "x", (char *)0);
      if (letter == 'l') { ${leaks} }
      ${SUM}
    }`
    const found = await judged({ 'main.cpp': source }, { ...PLAN, points })
    expect(found['clean']).toMatchObject({ status: 'passed' })
    expect(found['leaking']).toMatchObject({ status: 'failed', limit: 'leak' })
    expect(found['escaping']).toMatchObject({
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
