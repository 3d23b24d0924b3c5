import type { SystemCall } from './numbers.ts'

/** Errors of denied calls. The numbers are the same on both architectures. */
export const ERRNO = { EPERM: 1, ENOSYS: 38, EPROTONOSUPPORT: 93, EAFNOSUPPORT: 97 } as const
export type ErrnoName = keyof typeof ERRNO

/** A condition on the low 32 bits of an argument, counted from 0. */
export type Condition =
  | { readonly argument: number; readonly anyBitOf: number }
  | { readonly argument: number; readonly noBitOf: number }
  | { readonly argument: number; readonly oneOf: readonly number[] }
  | { readonly argument: number; readonly noneOf: readonly number[] }

/** System calls that produced code does not need, and why they are denied. */
export interface DeniedClass {
  readonly name: string
  readonly why: string
  readonly calls: readonly SystemCall[]
  /** The calls are denied if all conditions hold; without conditions, always. */
  readonly when?: readonly Condition[]
  /**
   * `ENOSYS` if programs have a fallback for kernels without the call; `EPERM` if the call is old and programs expect that it
   * may be forbidden.
   */
  readonly error: ErrnoName
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET of linux/sched.h. */
const NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
/** CLONE_NEWTIME, for `unshare` only: in the flags of `clone` this bit is part of the signal. */
const NEW_TIME = 0x00000080

/** CLONE_THREAD */
const THREAD = 0x00010000

const AF = { UNIX: 1, INET: 2, INET6: 10, NETLINK: 16 } as const
const NETLINK_ROUTE = 0
/** The default protocol (0), ICMP (unprivileged ping), TCP, UDP, ICMPv6, and MPTCP, which Go tries first. */
const TRANSPORTS = [0, 1, 6, 17, 58, 262]

/** Commands of ioctl. */
const TIOCSTI = 0x5412
const TIOCLINUX = 0x541c
const TIOCSETD = 0x5423
const FS_IOC_ADD_ENCRYPTION_KEY = 0xc0506617

const PERSONALITY_LINUX = 0
const PERSONALITY_QUERY = 0xffffffff

/** Denied in every sandbox. */
export const DENIED: readonly DeniedClass[] = [
  {
    name: 'kernel keyrings',
    why: 'They belong to a user, not to a namespace: a project could read the keys of the user who runs pe, and one trial could leave keys for another.',
    calls: ['add_key', 'request_key', 'keyctl'],
    error: 'ENOSYS',
  },
  {
    name: 'encryption keys of file systems',
    why: 'fscrypt keeps keys per file system, so they outlive the trial, like keys in keyrings.',
    calls: ['ioctl'],
    when: [{ argument: 1, oneOf: [FS_IOC_ADD_ENCRYPTION_KEY] }],
    error: 'EPERM',
  },
  {
    name: 'programs in the kernel',
    why: 'bpf and perf_event_open read or run inside the kernel; both have a long history of privilege escalation.',
    calls: ['bpf', 'perf_event_open'],
    error: 'EPERM',
  },
  {
    name: 'io_uring',
    why: 'This filter does not see its operations, and it is the largest source of recent kernel exploits. Runtimes fall back to epoll.',
    calls: ['io_uring_setup', 'io_uring_enter', 'io_uring_register'],
    error: 'ENOSYS',
  },
  {
    name: 'kernel AIO',
    why: 'The whole machine shares a limited number of contexts (fs.aio-max-nr): one project could use them all up.',
    calls: ['io_setup'],
    error: 'ENOSYS',
  },
  {
    name: 'handling of page faults',
    why: 'userfaultfd pauses the kernel in the middle of a copy, which makes race conditions easy to exploit.',
    calls: ['userfaultfd'],
    error: 'EPERM',
  },
  {
    name: 'other processes',
    why: 'They read, change or compare processes of the same user, such as those of the sandbox itself.',
    calls: [
      ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'process_mrelease'] as const),
      ...(['kcmp', 'pidfd_getfd'] as const),
    ],
    error: 'EPERM',
  },
  {
    name: 'namespaces',
    why: 'A process has all capabilities in its own user namespace, which gives it access to most of the kernel.',
    calls: ['setns'],
    error: 'EPERM',
  },
  {
    name: 'namespaces by clone',
    why: 'As above.',
    calls: ['clone'],
    when: [{ argument: 0, anyBitOf: NEW_NAMESPACES }],
    error: 'EPERM',
  },
  {
    name: 'namespaces by unshare',
    why: 'As above.',
    calls: ['unshare'],
    when: [{ argument: 0, anyBitOf: NEW_NAMESPACES | NEW_TIME }],
    error: 'EPERM',
  },
  {
    name: 'namespaces by clone3',
    why: 'Its flags are in memory, which a filter cannot read. The C library falls back to clone, whose flags it can read.',
    calls: ['clone3'],
    error: 'ENOSYS',
  },
  {
    name: 'mounts',
    why: 'They change which files a process sees; the new interface parses file systems in the kernel.',
    calls: [
      ...(['mount', 'umount2', 'pivot_root', 'chroot', 'move_mount', 'open_tree', 'fsopen', 'fsmount'] as const),
      ...(['fsconfig', 'fspick', 'mount_setattr'] as const),
    ],
    error: 'EPERM',
  },
  {
    name: 'files by handle',
    why: 'A handle names any file of a file system, so it bypasses the restriction to the mounted folders.',
    calls: ['name_to_handle_at', 'open_by_handle_at'],
    error: 'EPERM',
  },
  {
    name: 'the machine',
    why: 'Clock, host name, modules, swap, quotas, ports, logs and reboot belong to the machine, not to a trial.',
    calls: [
      ...(['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module', 'reboot'] as const),
      ...(['swapon', 'swapoff', 'sethostname', 'setdomainname', 'settimeofday', 'clock_settime'] as const),
      ...(['clock_adjtime', 'adjtimex', 'quotactl', 'quotactl_fd', 'acct', 'syslog', 'iopl', 'ioperm'] as const),
      ...(['vhangup', 'fanotify_init', 'fanotify_mark'] as const),
    ],
    error: 'EPERM',
  },
  {
    name: 'obsolete calls',
    why: 'No current program needs them, and their code is hardly tested.',
    calls: [
      ...(['create_module', 'get_kernel_syms', 'query_module', 'nfsservctl', 'lookup_dcookie', '_sysctl'] as const),
      ...(['uselib', 'sysfs', 'ustat', 'modify_ldt'] as const),
    ],
    error: 'ENOSYS',
  },
  {
    name: 'another personality',
    why: 'It disables address space randomisation, or enables the behaviour of old systems.',
    calls: ['personality'],
    when: [{ argument: 0, noneOf: [PERSONALITY_LINUX, PERSONALITY_QUERY] }],
    error: 'EPERM',
  },
  {
    name: 'pages moved between processes',
    why: 'A page that was given to a pipe stays in memory after it is unmapped; one page of a huge page keeps all of it.',
    calls: ['vmsplice'],
    error: 'ENOSYS',
  },
  {
    name: 'pages moved between nodes',
    why: 'Page migration is a source of races in the kernel; no project needs to place its pages.',
    calls: ['move_pages', 'migrate_pages'],
    error: 'EPERM',
  },
  {
    name: 'hidden memory',
    why: 'memfd_secret hides pages from the kernel itself.',
    calls: ['memfd_secret'],
    error: 'ENOSYS',
  },
  {
    name: 'families of sockets',
    why: 'vsock leads to the host of a virtual machine, without a network; packet, alg, bluetooth, can, tipc, rds and others load rarely tested kernel modules.',
    calls: ['socket', 'socketpair'],
    when: [{ argument: 0, noneOf: Object.values(AF) }],
    error: 'EAFNOSUPPORT',
  },
  {
    name: 'protocols of netlink',
    why: 'The C library needs only the list of interfaces and addresses; netfilter, audit and others add parsers in the kernel.',
    calls: ['socket', 'socketpair'],
    when: [
      { argument: 0, oneOf: [AF.NETLINK] },
      { argument: 2, noneOf: [NETLINK_ROUTE] },
    ],
    error: 'EPROTONOSUPPORT',
  },
  {
    name: 'transports',
    why: 'SCTP, DCCP, SMC, L2TP and others load kernel modules; a project needs only TCP and UDP.',
    calls: ['socket', 'socketpair'],
    when: [
      { argument: 0, oneOf: [AF.INET, AF.INET6] },
      { argument: 2, noneOf: TRANSPORTS },
    ],
    error: 'EPROTONOSUPPORT',
  },
  {
    name: 'terminals',
    why: 'TIOCSTI and TIOCLINUX type into the terminal of someone else; TIOCSETD loads line disciplines.',
    calls: ['ioctl'],
    when: [{ argument: 1, oneOf: [TIOCSTI, TIOCLINUX, TIOCSETD] }],
    error: 'EPERM',
  },
]

/** Denied as well if no control group counts memory: unmapped memory does not count towards the size of any process. */
export const DENIED_WITHOUT_CONTROL_GROUP: readonly DeniedClass[] = [
  {
    name: 'memory that no process shows',
    why: 'Files in memory, System V shared memory, message queues and semaphores hold memory that does not count towards the size of any process. Programs fall back to files in /dev/shm, which are counted.',
    calls: ['memfd_create', 'shmget', 'msgget', 'semget'],
    error: 'ENOSYS',
  },
]

/** Denied to a program that stays one process, besides what the filter of its sandbox denies. Threads are allowed. */
export const DENIED_TO_ONE_PROCESS: readonly DeniedClass[] = [
  {
    name: 'other processes',
    why: 'A process that is killed is not reported by what watches it, so it could do what must not be seen.',
    calls: ['fork', 'vfork'],
    error: 'EPERM',
  },
  {
    name: 'other processes by clone',
    why: 'As above.',
    calls: ['clone'],
    when: [{ argument: 0, noBitOf: THREAD }],
    error: 'EPERM',
  },
]

/**
 * The newest call that was considered for this list (removexattrat, Linux 6.13). Newer calls fail as on an older kernel. The
 * numbers of x32, a second interface to all calls of x86-64, are higher, so they fail too.
 */
export const NEWEST_CALL = 466
