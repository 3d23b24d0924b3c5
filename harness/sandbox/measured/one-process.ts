import { existsSync } from 'node:fs'
import { findEntrance } from '../entrance.ts'
import { oneProcessFilter } from '../seccomp/filter.ts'

const PERL = '/usr/bin/perl'

/**
 * Allows writing to files below the named folders only, by Landlock (linux/landlock.h; the numbers of its calls are the same on all
 * architectures), and execs the command. On a kernel without Landlock the command runs without this.
 */
const WRITES_BELOW = `
my @places;
push @places, shift @ARGV while $ARGV[0] ne '--';
shift @ARGV;
my $write_file = 2;
my $rules = syscall(444, pack('Q', $write_file), 8, 0);
if ($rules >= 0) {
  for my $place (@places) {
    sysopen(my $folder, $place, 0x200000) or next;
    syscall(445, $rules, 1, pack('Ql', $write_file, fileno($folder)), 0);
  }
  syscall(446, $rules, 0) == 0 or exit 126;
}
{ exec { $ARGV[0] } @ARGV; }
exit 127;
`
/** Places in which a program may write; its working folder is one. Not in /proc, through which a program could change itself. */
const WRITABLE = ['.', '/tmp', '/dev', '/run']

/**
 * Wraps the command of a program that something in its own process watches. It stays one process, and does not write to its own
 * memory through /proc, past what watches it.
 */
export async function asOneProcess(argv: readonly string[]): Promise<readonly string[]> {
  const [filter, entrance] = [oneProcessFilter(), await findEntrance()]
  const forks = filter === undefined ? [] : (entrance?.enter(filter) ?? [])
  const writes = forks.length > 0 && existsSync(PERL) ? [PERL, '-e', WRITES_BELOW, ...WRITABLE, '--'] : []
  return [...forks, ...writes, ...argv]
}
