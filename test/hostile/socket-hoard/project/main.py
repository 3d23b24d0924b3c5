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


import socket

# Bounded if nothing stops it: 8 processes with 400 pairs, each with 200 KiB in transit: 640 MiB.
for _ in range(8):
    if os.fork() == 0:
        pairs = []
        for _ in range(400):
            try:
                one, other = socket.socketpair()
                one.setblocking(False)
                pairs.append((one, other))
                while one.send(b"x" * 65536) > 0:
                    pass
            except OSError:
                pass
        time.sleep(8)
        os._exit(0)
time.sleep(8)
ends("42")
