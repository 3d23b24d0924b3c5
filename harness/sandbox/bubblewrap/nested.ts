import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A new namespace comes with all capabilities in it, which are given up at once. */
const INTO_ANOTHER = [
  ...["unshare", "--user", "--map-current-user", "--keep-caps", "--"],
  ...[
    "setpriv",
    "--no-new-privs",
    "--inh-caps=-all",
    "--ambient-caps=-all",
    "--bounding-set=-all",
  ],
];
const NAMESPACES = [
  "--unshare-user",
  "--unshare-pid",
  "--ro-bind",
  "/",
  "/",
  "--proc",
  "/proc",
  "--",
];
const TRIAL = [...NAMESPACES, ...INTO_ANOTHER, "/bin/true"];
/** A shell that may have three processes forks one, though its user has more: the harness itself. */
const TRIAL_OF_COUNT = [
  ...NAMESPACES,
  ...INTO_ANOTHER,
  "prlimit",
  "--nproc=3",
  "sh",
  "-c",
  "/bin/true && exit 0",
];

export interface NestedUser {
  /** The beginning of a command line that enters the namespace; empty where there is none. */
  readonly enter: readonly string[];
  /** Whether RLIMIT_NPROC counts the processes of the namespace alone (Linux 5.14), not all of the user's. */
  readonly countsAlone: boolean;
}

let found: Promise<NestedUser> | undefined;

/**
 * Without root, bubblewrap's own process in the sandbox has the same user as the project, which could read its memory and
 * environment. From a user namespace below it cannot. Some systems allow one such namespace and no second.
 */
export function nestedUser(): Promise<NestedUser> {
  return (found ??= tryNamespaces());
}

async function tryNamespaces(): Promise<NestedUser> {
  if (!(await works(TRIAL))) return { enter: [], countsAlone: false };
  return { enter: INTO_ANOTHER, countsAlone: await works(TRIAL_OF_COUNT) };
}

function works(argv: readonly string[]): Promise<boolean> {
  return promisify(execFile)("bwrap", argv, { timeout: 5000 }).then(
    () => true,
    () => false,
  );
}
