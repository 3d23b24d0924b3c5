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

import signal
import time


class Span(ctypes.Structure):
    _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]


secret = ctypes.create_string_buffer(b"sibling", 8)
child = os.fork()
if child == 0:
    time.sleep(30)
    os._exit(0)
copy = ctypes.create_string_buffer(8)
local, remote = Span(ctypes.addressof(copy), 8), Span(ctypes.addressof(secret), 8)
for name, x64, arm64 in (("process_vm_readv", 310, 270), ("process_vm_writev", 311, 271)):
    tries(name, x64, arm64, child, ctypes.addressof(local), 1, ctypes.addressof(remote), 1, 0)
for name, request in (("PTRACE_ATTACH", 16), ("PTRACE_SEIZE", 0x4206)):
    tries(name, 101, 117, request, child, 0, 0)
tries("kcmp", 312, 272, os.getpid(), child, 0, 0, 0)
handle = call(434, 434, child, 0)[0]
tries("pidfd_getfd", 438, 438, handle, 0, 0)
os.kill(child, signal.SIGKILL)
os.waitpid(child, 0)

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
