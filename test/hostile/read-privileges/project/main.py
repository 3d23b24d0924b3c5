import ctypes
import os
import resource
import subprocess

found = []
libc = ctypes.CDLL(None, use_errno=True)


def status(name):
    with open("/proc/self/status") as file:
        return next(line.split()[1] for line in file if line.startswith(name + ":"))


def allowed(what, call):
    try:
        if call() not in (-1, False):
            found.append(what)
    except (OSError, ValueError):
        pass


def runs(*argv):
    return subprocess.run(argv, capture_output=True, timeout=5).returncode == 0


if os.getuid() == 0 or os.geteuid() == 0 or os.getgid() == 0:
    found.append("it is root")
if os.getgroups() not in ([], [os.getgid()]):
    found.append("it has groups " + str(os.getgroups()))
for capabilities in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
    if int(status(capabilities), 16) != 0:
        found.append(capabilities + " " + status(capabilities))
if status("NoNewPrivs") != "1":
    found.append("programs may give it new privileges")

allowed("mount", lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None))
allowed("umount", lambda: libc.umount2(b"/proc", 2))
allowed("chroot", lambda: libc.chroot(b"/tmp"))
allowed("sethostname", lambda: libc.sethostname(b"owned", 5))
allowed("setuid", lambda: libc.setuid(0))
allowed("ptrace of the first process", lambda: libc.ptrace(16, 1, 0, 0))
allowed("su", lambda: runs("su", "-c", "true"))
allowed("mknod", lambda: os.mknod("device", 0o600 | 0o020000, os.makedev(1, 5)) is None)
allowed("terminal", lambda: os.close(os.open("/dev/tty", os.O_RDWR)) is None)
for limit in ("RLIMIT_NPROC", "RLIMIT_FSIZE", "RLIMIT_CPU", "RLIMIT_NOFILE"):
    infinite = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    allowed("raising " + limit, lambda: resource.setrlimit(getattr(resource, limit), infinite) is None)
for place in ("/", "/usr", "/usr/bin", "/etc", "/etc/passwd", "/proc/sys/kernel/hostname", "/sys/fs/cgroup", "/run/.."):
    allowed("writing " + place, lambda: os.access(place, os.W_OK))

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
