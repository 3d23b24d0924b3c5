import ctypes
import os
import platform

X86 = platform.machine() == "x86_64"
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
found = []


def call(x64, arm64, *arguments):
    """The result of a system call, and its error number."""
    words = [each if isinstance(each, (bytes, ctypes.Array, ctypes.Structure)) else ctypes.c_long(each) for each in arguments]
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(x64 if X86 else arm64), *words)
    return result, ctypes.get_errno()


def tries(what, x64, arm64, *arguments, refused=(1, 38)):
    """Records calls that were not refused. EPERM and ENOSYS are refusals; other errors come from the kernel code of the call."""
    result, error = call(x64, arm64, *arguments)
    if result != -1 or error not in refused:
        found.append("%s: %d, error %d" % (what, result, error))
    return result

import subprocess

NAMES = {"time": 0x80, "mnt": 0x20000, "cgroup": 0x2000000, "uts": 0x4000000, "ipc": 0x8000000}
NAMES.update({"user": 0x10000000, "pid": 0x20000000, "net": 0x40000000})
for name, flag in NAMES.items():
    for flags in (flag, flag | 0x10000000, flag | (1 << 40)):
        child = os.fork()
        if child == 0:
            result, error = call(272, 97, flags)
            # The kernel rejects unknown flags, so EINVAL shows that the call was not filtered.
            os._exit(0 if result == -1 and error == 1 else 1)
        if os.waitpid(child, 0)[1] != 0:
            found.append("unshare %s by %#x" % (name, flags))
for command in (["unshare", "--user", "true"], ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "x", "/tmp"]):
    if subprocess.run(command, capture_output=True).returncode == 0:
        found.append(" ".join(command))
tries("setns", 308, 268, os.open("/proc/self/ns/user", os.O_RDONLY), 0)

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
