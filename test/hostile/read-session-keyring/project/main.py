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

KEYCTL = (250, 219)
REQUEST_KEY = (249, 218)
KEYCTL_SEARCH, KEYCTL_READ, KEYCTL_DESCRIBE = 10, 11, 6
SESSION, USER, USER_SESSION = -3, -4, -5

text = ctypes.create_string_buffer(256)
for keyring in (SESSION, USER, USER_SESSION):
    tries("describing keyring %d" % keyring, *KEYCTL, KEYCTL_DESCRIBE, keyring, text, 256)
    key = tries("searching keyring %d" % keyring, *KEYCTL, KEYCTL_SEARCH, keyring, b"user", b"pe-selftest", 0)
    if key > 0 and call(*KEYCTL, KEYCTL_READ, key, text, 256)[0] > 0:
        found.append("the key of the user says " + text.value.decode())
tries("requesting the key", *REQUEST_KEY, b"user", b"pe-selftest", 0, 0)

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
