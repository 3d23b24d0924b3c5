import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { isHidden } from '../lib/processes/environment.ts'
import { thisArchitecture, type Architecture } from './seccomp/architecture.ts'
import { compiledFilter } from './seccomp/filter.ts'
import { NUMBERS } from './seccomp/numbers.ts'

/**
 * A wrapper that joins a new, anonymous session keyring, loads a system call filter if there is one, and execs the command.
 * Neither bwrap nor util-linux joins keyrings, and Node cannot make system calls, so this is a Perl script (2 ms; every Debian
 * has Perl) or else a Python script (30 ms).
 */
export interface Entrance {
  /**
   * Returns the command prefix.
   * @param filter The BPF program, passed by value: in the `process` sandbox the project could overwrite a file
   */
  enter(filter?: Buffer): readonly string[]
}

/** Number of `prctl` by architecture. The operations of `prctl` and `keyctl` are from linux/prctl.h and linux/keyctl.h. */
const PRCTL: Readonly<Record<Architecture, number>> = { x64: 157, arm64: 167 }
const NO_FILTER = '-'

/** Printed by the scripts, with exit code 127, if the command cannot be executed. */
export const NO_COMMAND = 'pe: cannot start '

/**
 * A failure to join a keyring is ignored: a project could cause it by using up the user's quota, and the filter denies all use
 * of keyrings anyway. If the filter cannot be loaded, the command does not start.
 */
const PERL = `
my ($keyctl, $prctl, $filter, @command) = @ARGV;
syscall($keyctl + 0, 1, 0);
if ($filter ne '${NO_FILTER}') {
  my $program = pack('H*', $filter);
  my $described = pack('S x6 P', length($program) / 8, $program);
  syscall($prctl + 0, 38, 1, 0, 0, 0) == 0 or exit 126;
  syscall($prctl + 0, 22, 2, $described) == 0 or exit 126;
}
{ exec { $command[0] } @command; }
print STDERR "${NO_COMMAND}$command[0]: $!\\n";
exit 127;
`

const PYTHON = `
import ctypes, os, struct, sys
keyctl, prctl, filter, *command = sys.argv[1:]
call = ctypes.CDLL(None).syscall
def word(value):
    return ctypes.c_ulong(value)
call(word(int(keyctl)), word(1), word(0))
if filter != '${NO_FILTER}':
    program = bytes.fromhex(filter)
    kept = ctypes.create_string_buffer(program, len(program))
    described = ctypes.create_string_buffer(struct.pack('@HP', len(program) // 8, ctypes.addressof(kept)))
    if call(word(int(prctl)), word(38), word(1), word(0), word(0), word(0)) != 0:
        os._exit(126)
    if call(word(int(prctl)), word(22), word(2), described) != 0:
        os._exit(126)
try:
    os.execvp(command[0], command)
except OSError as error:
    sys.stderr.write('${NO_COMMAND}%s: %s\\n' % (command[0], error.strerror))
    sys.exit(127)
`

/** In order of preference. Exported for tests, which run each. */
export const ENTRANCES: readonly (readonly string[])[] = [
  ['/usr/bin/perl', '-e', PERL],
  ['/usr/bin/python3', '-I', '-S', '-c', PYTHON],
]

let found: Promise<Entrance | undefined> | undefined

/** The first script that works on this machine, found by running it. Undefined if none works, and on systems other than Linux. */
export function findEntrance(): Promise<Entrance | undefined> {
  return (found ??= tryEntrances())
}

async function tryEntrances(): Promise<Entrance | undefined> {
  for (const script of ENTRANCES) {
    if (script[0] === '/usr/bin/perl' && isHidden('perl', process.env)) continue
    const entrance = entranceBy(script)
    if (entrance !== undefined && (await works(entrance))) return entrance
  }
  return undefined
}

export function entranceBy(script: readonly string[]): Entrance | undefined {
  const architecture = thisArchitecture()
  if (architecture === undefined || !existsSync(script[0] ?? '')) return undefined
  const numbers = [NUMBERS.keyctl[architecture], PRCTL[architecture]].map(String)
  return {
    enter(filter) {
      return [...script, ...numbers, filter?.toString('hex') ?? NO_FILTER]
    },
  }
}

/** Lists the keyrings that a process can see. Anonymous session keyrings are called `_ses`. */
const KEYS = '/proc/keys'

async function works(entrance: Entrance): Promise<boolean> {
  const [program, ...args] = [...entrance.enter(compiledFilter(true)), 'cat', KEYS]
  // Fails if the program is missing, or if this kernel or container has no keyrings or no filters.
  const { stdout } = await promisify(execFile)(program, args, { timeout: 5000 }).catch(() => ({ stdout: '' }))
  return / keyring +_ses: /.test(stdout)
}
