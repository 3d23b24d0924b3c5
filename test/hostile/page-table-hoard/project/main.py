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
SIZE = 1024 * 1024 * MEGABYTE
# Bounded if nothing stops it: 1 TiB needs 2 GiB of tables. MAP_NORESERVE, and no huge pages.
address = libc.mmap(None, ctypes.c_size_t(SIZE), 1, 0x4022, -1, 0)
libc.madvise(ctypes.c_void_p(address), ctypes.c_size_t(SIZE), 15)
for place in range(address, address + SIZE, 2 * MEGABYTE):
    ctypes.string_at(place, 1)
time.sleep(5)
ends("42")
