/** Tests the filter with an interpreter of the kernel's rules, and in the kernel. */
import { PROGRAMS, hasTheFilter, runsUnderTheFilter } from './filter-cases.ts'
import { SANDBOXES } from '../../../harness/contracts/schema.ts'
import { readFile } from 'node:fs/promises'
import { execa } from 'execa'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ENTRANCES, entranceBy } from '../../../harness/sandbox/entrance.ts'
import { AUDIT_ARCHITECTURE, type Architecture } from '../../../harness/sandbox/seccomp/architecture.ts'
import { assemble, encode } from '../../../harness/sandbox/seccomp/filter.ts'
import { ALLOW, KILL_PROCESS, compile, returnErrno } from '../../../harness/sandbox/seccomp/filter.ts'
import {
  DENIED,
  DENIED_TO_ONE_PROCESS,
  DENIED_WITHOUT_CONTROL_GROUP,
  ERRNO,
  NEWEST_CALL,
  type Condition,
  type DeniedClass,
} from '../../../harness/sandbox/seccomp/denied.ts'
import { compiledFilter } from '../../../harness/sandbox/seccomp/filter.ts'
import { NUMBERS } from '../../../harness/sandbox/seccomp/numbers.ts'
import { casesNamed } from '../../helpers.ts'
import { needs, needsSandbox } from '../../needs.ts'
import { interpret, type Call } from './interpreter.ts'

const ALL = [...DENIED, ...DENIED_WITHOUT_CONTROL_GROUP, ...DENIED_TO_ONE_PROCESS]
const ARCHITECTURES: Architecture[] = ['x64', 'arm64']

function numbersOf({ calls }: DeniedClass, architecture: Architecture): (number | undefined)[] {
  return calls.map((call) => (NUMBERS[call] as Partial<Record<Architecture, number>>)[architecture])
}

function holds(condition: Condition, call: Call): boolean {
  const low = Number(BigInt.asUintN(32, call.arguments[condition.argument] ?? 0n))
  if ('anyBitOf' in condition) return (low & condition.anyBitOf) !== 0
  if ('noBitOf' in condition) return (low & condition.noBitOf) === 0
  return 'oneOf' in condition ? condition.oneOf.includes(low) : !condition.noneOf.includes(low)
}

/** The expected result for a call, computed from the list without the compiler. */
function expectedResult(call: Call, architecture: Architecture): number {
  if (call.architecture !== AUDIT_ARCHITECTURE[architecture]) return KILL_PROCESS
  if (call.number > NEWEST_CALL) return returnErrno(ERRNO.ENOSYS)
  const denied = ALL.find(
    (each) =>
      numbersOf(each, architecture).includes(call.number) && (each.when ?? []).every((part) => holds(part, call)),
  )
  return denied === undefined ? ALLOW : returnErrno(ERRNO[denied.error])
}

/** Values from the conditions, single bits, and arbitrary numbers. */
const values = ALL.flatMap(({ when = [] }) =>
  when.flatMap((part) => {
    if ('anyBitOf' in part) return [part.anyBitOf]
    if ('noBitOf' in part) return [part.noBitOf]
    return 'oneOf' in part ? part.oneOf : part.noneOf
  }),
)
const word = fc.oneof(
  fc.constantFrom(...values, 0).map(BigInt),
  fc.nat({ max: 31 }).map((bit) => 1n << BigInt(bit)),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
)
const argument = fc
  .tuple(word, fc.constantFrom(0n, 1n, 0xffffffffn))
  .map(([low, high]) => BigInt.asUintN(64, (high << 32n) | low))
const callOf = (architecture: Architecture) =>
  fc.record({
    architecture: fc.oneof(
      { weight: 20, arbitrary: fc.constant(AUDIT_ARCHITECTURE[architecture]) },
      { weight: 1, arbitrary: fc.constantFrom(0x40000003, 0x40000028, ...Object.values(AUDIT_ARCHITECTURE)) },
    ),
    number: fc.oneof(
      fc.nat({ max: 600 }),
      fc.constantFrom(...ALL.flatMap((each) => numbersOf(each, architecture)).filter((each) => each !== undefined)),
      fc.nat({ max: 600 }).map((number) => number | 0x40000000),
    ),
    arguments: fc.array(argument, { minLength: 6, maxLength: 6 }),
  })

describe.each(ARCHITECTURES)('the filter for %s', (architecture) => {
  const program = compile(ALL, architecture)

  it('denies the calls of the list, and no others', () => {
    fc.assert(
      fc.property(callOf(architecture), (call) => {
        expect(interpret(program, call)).toBe(expectedResult(call, architecture))
      }),
      { numRuns: 5000 },
    )
  })

  it('is small enough for the kernel, and reaches each class', () => {
    expect(encode(program).length / 8).toBeLessThan(4096)
    for (const each of ALL.filter(({ when }) => when === undefined)) {
      for (const number of numbersOf(each, architecture).filter((known) => known !== undefined)) {
        const call = { architecture: AUDIT_ARCHITECTURE[architecture], number, arguments: [0n, 0n, 0n, 0n, 0n, 0n] }
        expect(interpret(program, call), each.name).toBe(returnErrno(ERRNO[each.error]))
      }
    }
  })
})

const HEADERS = await needs('linux-libc-dev')

describe('the numbers of system calls', () => {
  it.each([
    ['x64', '/usr/include/x86_64-linux-gnu/asm/unistd_64.h'],
    ['arm64', '/usr/include/asm-generic/unistd.h'],
  ] as const)('match the kernel header for %s', HEADERS, async (architecture, header) => {
    const text = await readFile(header, 'utf8')
    const lines = [...text.matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)$/gm)]
    const defined = new Map(lines.map(([, name = '', number]) => [name, Number(number)]))
    for (const [name, numbers] of Object.entries(NUMBERS)) {
      const number = (numbers as Partial<Record<Architecture, number>>)[architecture]
      if (number !== undefined) expect([name, defined.get(name)]).toEqual([name, number])
    }
  })
})

describe('the assembler', () => {
  it('refuses jumps that the kernel would refuse', () => {
    const [back, far, nowhere] = [Symbol('back'), Symbol('far'), Symbol('nowhere')]
    expect(() => assemble([{ at: back }, { load: 0 }, { goto: back }])).toThrow(TypeError)
    expect(() => assemble([{ jump: 'equal', k: 0, then: nowhere }])).toThrow(TypeError)
    const filling = Array.from({ length: 256 }, () => ({ load: 0 }))
    expect(() => assemble([{ jump: 'equal', k: 0, then: far }, ...filling, { at: far }])).toThrow(TypeError)
  })
})

describe('the entrance', await needs('x64 or arm64'), async () => {
  for (const script of ENTRANCES)
    it(
      `by ${String(script[0])} loads the filter, joins an anonymous keyring and execs the command`,
      await needs(script[0] === '/usr/bin/perl' ? 'perl' : 'python3'),
      async () => {
        const enter = entranceBy(script)?.enter(compiledFilter(true)) ?? []
        const [program, ...args] = [...enter, 'cat', '/proc/self/status', '/proc/keys']
        const { stdout } = await execa(program, args)
        expect(stdout).toMatch(/^Seccomp:\t2$/m)
        expect(stdout).toMatch(/^NoNewPrivs:\t1$/m)
        expect(stdout).toMatch(/keyring +_ses: empty/)
        const missing = await execa(program, [...args.slice(0, enter.length - 1), 'no-such-program'], { reject: false })
        expect(missing).toMatchObject({ exitCode: 127 })
        expect(missing.stderr).toContain('pe: cannot start no-such-program')
        const [without, ...rest] = [...(entranceBy(script)?.enter() ?? []), 'cat', '/proc/self/status']
        expect((await execa(without, rest)).stdout).toMatch(/^Seccomp:\t0$/m)
      },
    )

  it('kills a process that makes a 32-bit system call', await needs('x64', 'perl'), async () => {
    // Maps an executable page with: mov eax, 20 (getpid of i386); int 0x80; ret.
    const perl = `
      my $page = syscall(9, 0, 4096, 7, 0x22, -1, 0);
      my $code = "\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3";
      open(my $memory, '+<:raw', '/proc/self/mem') or die; sysseek($memory, $page, 0); syswrite($memory, $code);
      require DynaLoader;
      my $call = DynaLoader::dl_install_xsub('main::old', $page); print "before\\n"; $| = 1; old(); print "after\\n"`
    const call = ['/usr/bin/perl', '-e', `$| = 1; ${perl}`]
    const ended = async ([program = '', ...args]: readonly string[]) => {
      const { signal, stdout } = await execa(program, args, { reject: false })
      return { signal, stdout }
    }
    // Some kernels have no such calls: there, the instruction itself is refused, with and without the filter.
    const bare = await ended(call)
    const killed = bare.signal === 'SIGSEGV' ? bare : { signal: 'SIGSYS', stdout: 'before' }
    expect(await ended([...(entranceBy(ENTRANCES[0] ?? [])?.enter(compiledFilter(true)) ?? []), ...call])).toEqual(
      killed,
    )
    expect(killed.stdout).toBe('before')
  })
})

for (const name of SANDBOXES)
  describe(`the ${name} sandbox`, await needsSandbox(name), async () => {
    if (name === 'bubblewrap') hasTheFilter(name)

    await runsUnderTheFilter(name, casesNamed(PROGRAMS, 'Node', 'Python'))
  })
