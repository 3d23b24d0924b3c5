import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { thisArchitecture } from '../../sandbox/seccomp/architecture.ts'
import { NUMBERS } from '../../sandbox/seccomp/numbers.ts'

/** The name of the key that attacks look for in the user's keyrings. */
const NAME = 'pe-selftest'

/**
 * Adds a key to the inherited session keyring, or revokes it; linux/keyctl.h. Looks the keyring up first: without one,
 * the kernel would put the key into a new keyring that ends with the process.
 */
const SCRIPT = `
my ($add, $keyctl, $what) = @ARGV;
my ($type, $name, $value) = ('user', '${NAME}', 'open sesame');
if ($what eq 'add') {
  my $keyring = syscall($keyctl + 0, 0, -3, 0);
  exit 1 if $keyring < 0;
  my $key = syscall($add + 0, $type, $name, $value, length($value), $keyring);
  exit 1 if $key < 0;
  print $key;
} else {
  exit 0 if syscall($keyctl + 0, 3, $what + 0) == 0;
  # ENOKEY, EKEYREVOKED: another self-test of this user had the same key and has revoked it.
  exit($! == 126 || $! == 128 ? 0 : 1);
}
`

/**
 * Stores a key until it is disposed, in the session keyring of this process; if the session has none, in the user's.
 * @returns undefined if this machine has no keyrings, or no Perl to reach them
 */
export async function plantKey(): Promise<AsyncDisposable | undefined> {
  const architecture = thisArchitecture()
  if (architecture === undefined) return undefined
  const numbers = [NUMBERS.add_key[architecture], NUMBERS.keyctl[architecture]].map(String)
  const run = (what: string) => promisify(execFile)('/usr/bin/perl', ['-e', SCRIPT, ...numbers, what])
  const key = await run('add').then(
    ({ stdout }) => stdout,
    () => undefined,
  )
  if (key === undefined) return undefined
  return {
    async [Symbol.asyncDispose]() {
      await run(key)
    },
  }
}
