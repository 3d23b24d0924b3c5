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


kept = []
# Bounded if nothing stops it: 1 GiB.
for _ in range(16):
    try:
        kept.append(os.memfd_create("hoard"))
    except OSError:
        ends("denied")
    for _ in range(64):
        os.write(kept[-1], b"x" * MEGABYTE)
time.sleep(5)
ends("42")
