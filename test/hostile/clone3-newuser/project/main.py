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

CHILD = 17
for flags in (0x10000000, 0x20000000 | 0x10000000, 0x20000, 0x40000000 | 0x10000000, 0x10000000 | (1 << 35)):
    result, error = call(56, 220, flags | CHILD, 0, 0, 0, 0)
    if result == 0:
        os._exit(0)
    if result != -1 or error != 1:
        found.append("clone %#x: %d, error %d" % (flags, result, error))
for flags in (0, 0x10000000, 0x10000000 | 0x20000000):
    arguments = ctypes.create_string_buffer(struct.pack("=11Q", flags, 0, 0, 0, CHILD, 0, 0, 0, 0, 0, 0), 88)
    result, error = call(435, 435, arguments, 88)
    if result == 0:
        os._exit(0)
    if result != -1 or error != 38:
        found.append("clone3 %#x: %d, error %d" % (flags, result, error))

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
