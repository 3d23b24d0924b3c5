import ctypes
import os
import platform
import time

MEGABYTE = 1024 * 1024
X86 = platform.machine() == "x86_64"
libc = ctypes.CDLL(None, use_errno=True)


def ends(answer):
    with open("answer.txt", "w") as file:
        file.write(answer)
    raise SystemExit


libc.mmap.restype = ctypes.c_void_p
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
# Bounded if nothing stops it: 1 GiB.
for _ in range(4):
    address = libc.mmap(None, ctypes.c_size_t(256 * MEGABYTE), 3, 0x21, -1, 0)
    # Only a part of it is mapped at any time.
    for part in range(8):
        ctypes.memset(address + part * 32 * MEGABYTE, 1, 32 * MEGABYTE)
        libc.madvise(ctypes.c_void_p(address + part * 32 * MEGABYTE), ctypes.c_size_t(32 * MEGABYTE), 4)
    libc.munmap(address + 4096, 256 * MEGABYTE - 4096)
time.sleep(5)
ends("42")
