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

import struct

for kind, config in ((0, 0), (1, 0), (1, 1), (2, 1)):
    attributes = ctypes.create_string_buffer(struct.pack("=IIQ", kind, 112, config), 112)
    for process in (0, -1):
        tries("perf event %d of %d" % (kind, process), 298, 241, attributes, process, -1 if process == 0 else 0, -1, 0)

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
