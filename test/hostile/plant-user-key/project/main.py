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

ADD_KEY = (248, 217)
KEYCTL = (250, 219)
KEYCTL_SEARCH, KEYCTL_JOIN_SESSION_KEYRING, KEYCTL_GET_PERSISTENT = 10, 1, 22

for keyring in (-1, -2, -3, -4, -5):
    tries("searching keyring %d" % keyring, *KEYCTL, KEYCTL_SEARCH, keyring, b"user", b"pe-planted", 0)
    tries("adding to keyring %d" % keyring, *ADD_KEY, b"user", b"pe-planted", b"memory", 6, keyring)
tries("joining a named keyring", *KEYCTL, KEYCTL_JOIN_SESSION_KEYRING, b"pe-planted")
tries("the persistent keyring", *KEYCTL, KEYCTL_GET_PERSISTENT, -1, -3)

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
