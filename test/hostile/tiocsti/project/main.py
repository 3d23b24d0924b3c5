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

import pty

main, other = pty.openpty()
for name, command in (("TIOCSTI", 0x5412), ("TIOCLINUX", 0x541C), ("TIOCSETD", 0x5423)):
    for word in (command, command | (1 << 32)):
        tries(name, 16, 29, other, word, ctypes.create_string_buffer(8), refused=(1,))
tries("FS_IOC_ADD_ENCRYPTION_KEY", 16, 29, os.open(".", os.O_RDONLY), 0xC0506617, ctypes.create_string_buffer(80), refused=(1,))

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
