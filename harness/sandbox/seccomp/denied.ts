import type { SystemCall } from './numbers.ts'

/** Errors by which a call fails; the same numbers on both architectures. */
export const ERRNO = { EPERM: 1, ENOSYS: 38, EPROTONOSUPPORT: 93, EAFNOSUPPORT: 97 } as const
export type ErrnoName = keyof typeof ERRNO

/** What must hold of the low 32 bits of an argument, counted from 0, for a call to be denied. */
export type Condition =
  | { readonly argument: number; readonly anyBitOf: number }
  | { readonly argument: number; readonly oneOf: readonly number[] }
  | { readonly argument: number; readonly noneOf: readonly number[] }

/** Calls that produced code has no use for, and why they are denied. */
export interface DeniedClass {
  readonly name: string
  readonly why: string
  readonly calls: readonly SystemCall[]
  /** All of them must hold; without any, the calls are always denied. */
  readonly when?: readonly Condition[]
  /**
   * `ENOSYS` where programs fall back to another way on a kernel without the call; `EPERM` where the call is old and programs
   * expect that it may be forbidden.
   */
  readonly error: ErrnoName
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET of linux/sched.h. */
const NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
/** To `clone`, this bit is a part of the signal; `unshare` alone takes it for CLONE_NEWTIME. */
const NEW_TIME = 0x00000080

const AF = { UNIX: 1, INET: 2, INET6: 10, NETLINK: 16 } as const
const NETLINK_ROUTE = 0
/** 0 means the usual one; then ICMP (for echo without privileges), TCP, UDP, ICMPv6 and MPTCP, which Go asks for first. */
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
    why: 'They belong to a user and not to a namespace: keys of the user who runs pe can be read, and what one trial stores, another finds.',
    calls: ['add_key', 'request_key', 'keyctl'],
    error: 'ENOSYS',
  },
  {
    name: 'encryption keys of file systems',
    why: 'fscrypt keeps keys by file system, so they outlive the trial like those of keyrings.',
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
    why: 'Its operations are not seen by this filter, and it is the largest source of recent kernel exploits. Runtimes fall back to epoll.',
    calls: ['io_uring_setup', 'io_uring_enter', 'io_uring_register'],
    error: 'ENOSYS',
  },
  {
    name: 'kernel AIO',
    why: 'The number of contexts (fs.aio-max-nr) is shared by the whole machine: one project can take them from all others.',
    calls: ['io_setup'],
    error: 'ENOSYS',
  },
  {
    name: 'handling of page faults',
    why: 'userfaultfd stops the kernel in the middle of a copy, which makes races in it easy to win.',
    calls: ['userfaultfd'],
    error: 'EPERM',
  },
  {
    name: 'other processes',
    why: 'Reading, changing or comparing processes of the same user, such as those of the sandbox itself.',
    calls: [
      ...(['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'process_mrelease'] as const),
      ...(['kcmp', 'pidfd_getfd'] as const),
    ],
    error: 'EPERM',
  },
  {
    name: 'namespaces',
    why: 'In a user namespace of its own a process has all capabilities, which opens most of the kernel to it.',
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
    why: 'Its flags lie in memory, where a filter cannot look. The C library falls back to clone, whose flags it can read.',
    calls: ['clone3'],
    error: 'ENOSYS',
  },
  {
    name: 'mounts',
    why: 'Changes what files a process sees; the new interface parses file systems in the kernel.',
    calls: [
      ...(['mount', 'umount2', 'pivot_root', 'chroot', 'move_mount', 'open_tree', 'fsopen', 'fsmount'] as const),
      ...(['fsconfig', 'fspick', 'mount_setattr'] as const),
    ],
    error: 'EPERM',
  },
  {
    name: 'files by handle',
    why: 'A handle names a file of the file system and passes by the folders that are shown.',
    calls: ['name_to_handle_at', 'open_by_handle_at'],
    error: 'EPERM',
  },
  {
    name: 'the machine',
    why: 'Clock, name, modules, swap, quotas, ports, logs and restart belong to the machine and not to a trial.',
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
    why: 'No program of today needs them, and the code behind them is hardly tested.',
    calls: [
      ...(['create_module', 'get_kernel_syms', 'query_module', 'nfsservctl', 'lookup_dcookie', '_sysctl'] as const),
      ...(['uselib', 'sysfs', 'ustat', 'modify_ldt'] as const),
    ],
    error: 'ENOSYS',
  },
  {
    name: 'another personality',
    why: 'Switches off the randomisation of addresses, or on what old systems did.',
    calls: ['personality'],
    when: [{ argument: 0, noneOf: [PERSONALITY_LINUX, PERSONALITY_QUERY] }],
    error: 'EPERM',
  },
  {
    name: 'pages moved between processes',
    why: 'A page given to a pipe stays in memory when it is no longer mapped: one page of a large one keeps all of it.',
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
    why: 'memfd_secret takes pages out of what the kernel itself can see.',
    calls: ['memfd_secret'],
    error: 'ENOSYS',
  },
  {
    name: 'families of sockets',
    why: 'vsock leads to the host of a virtual machine, without a network; packet, alg, bluetooth, can, tipc, rds and others load modules that are seldom tested.',
    calls: ['socket', 'socketpair'],
    when: [{ argument: 0, noneOf: Object.values(AF) }],
    error: 'EAFNOSUPPORT',
  },
  {
    name: 'protocols of netlink',
    why: 'Only the list of interfaces and addresses is needed, by the C library; netfilter, audit and others are parsers in the kernel.',
    calls: ['socket', 'socketpair'],
    when: [
      { argument: 0, oneOf: [AF.NETLINK] },
      { argument: 2, noneOf: [NETLINK_ROUTE] },
    ],
    error: 'EPROTONOSUPPORT',
  },
  {
    name: 'transports',
    why: 'SCTP, DCCP, SMC, L2TP and others load modules; a project needs TCP and UDP.',
    calls: ['socket', 'socketpair'],
    when: [
      { argument: 0, oneOf: [AF.INET, AF.INET6] },
      { argument: 2, noneOf: TRANSPORTS },
    ],
    error: 'EPROTONOSUPPORT',
  },
  {
    name: 'terminals',
    why: 'TIOCSTI and TIOCLINUX type into the terminal of somebody else; TIOCSETD loads line disciplines.',
    calls: ['ioctl'],
    when: [{ argument: 1, oneOf: [TIOCSTI, TIOCLINUX, TIOCSETD] }],
    error: 'EPERM',
  },
]

/** Denied as well where no control group counts memory: what is not mapped is not in the size of any process. */
export const DENIED_WITHOUT_CONTROL_GROUP: readonly DeniedClass[] = [
  {
    name: 'memory that no process shows',
    why: 'Files in memory, System V shared memory, message queues and semaphores hold memory that is in the size of no process. Programs fall back to files in /dev/shm, which are counted.',
    calls: ['memfd_create', 'shmget', 'msgget', 'semget'],
    error: 'ENOSYS',
  },
]

/**
 * The newest call that this list was made with (removexattrat, Linux 6.13): newer ones, of which it cannot know what they do,
 * fail as they do on an older kernel. The numbers of x32, a second way into all calls of x86-64, are above it too.
 */
export const NEWEST_CALL = 466
