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


libc.shmat.restype = ctypes.c_void_p
# Bounded if nothing stops it: 1 GiB.
for _ in range(16):
    segment = libc.shmget(0, 64 * MEGABYTE, 0o1600)
    if segment == -1:
        ends("denied")
    address = libc.shmat(segment, None, 0)
    ctypes.memset(address, 1, 64 * MEGABYTE)
    libc.shmdt(ctypes.c_void_p(address))
time.sleep(5)
ends("42")
