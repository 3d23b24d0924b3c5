import os
import time

MEGABYTE = 1024 * 1024


def child():
    kept = bytearray(os.urandom(64)) * MEGABYTE
    time.sleep(30)
    os._exit(len(kept) % 2)


# Bounded if nothing stops it: 128 children of 64 MiB, 8 GiB together.
for _ in range(128):
    try:
        if os.fork() == 0:
            child()
    except OSError:
        pass
    time.sleep(0.02)
with open("answer.txt", "w") as file:
    file.write("42")
