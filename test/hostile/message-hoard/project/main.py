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


# Bounded if nothing stops it: 16 KiB in each of 32,000 queues, and 8000 sets of 32,000 semaphores.
message = ctypes.create_string_buffer(b"\1" + b"\0" * 7 + b"x" * 8192)
made = 0
for _ in range(32000):
    queue = libc.msgget(0, 0o1600)
    if queue == -1:
        break
    made += 1
    while libc.msgsnd(queue, message, 8000, 0o4000) == 0:
        pass
for _ in range(8000):
    if libc.semget(0, 32000, 0o1600) == -1:
        break
    made += 1
if made == 0:
    ends("denied")
time.sleep(5)
ends("42")
