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

import socket

ALLOWED = {socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK}
# Refusals are EPERM, EPROTONOSUPPORT, EAFNOSUPPORT and ENOSYS; not ESOCKTNOSUPPORT, EINVAL and EACCES, which come from the kernel code.
REFUSED = (1, 93, 97, 38)
for family in set(range(0, 48)) - ALLOWED:
    for kind in (1, 2, 3, 5):
        tries("socket of family %d, type %d" % (family, kind), 41, 198, family, kind, 0, refused=REFUSED)
        # The kernel reads only the low half.
        tries("socket of family %d" % family, 41, 198, family | (1 << 32), kind, 0, refused=REFUSED)
for protocol in range(1, 23):
    tries("netlink protocol %d" % protocol, 41, 198, 16, 3, protocol, refused=REFUSED)
for protocol in (2, 33, 41, 47, 115, 132, 136, 255, 256):
    for family in (2, 10):
        for kind in (1, 2, 3, 5, 6):
            tries("transport %d" % protocol, 41, 198, family, kind, protocol, refused=REFUSED)
pair = ctypes.create_string_buffer(8)
tries("pair of tipc", 53, 199, 30, 1, 0, pair, refused=REFUSED)
for family, kind in ((socket.AF_UNIX, 1), (socket.AF_INET, 1), (socket.AF_INET, 2), (socket.AF_NETLINK, 3)):
    socket.socket(family, kind).close()

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
