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


libc.unshare(0x10000000 | 0x20000)
own = libc.mount(b"hoard", b"/run", b"tmpfs", 0, b"size=1g") == 0
kept = []
written = 0
for folder in (["/run"] if own else []) + ["/tmp", "/dev/shm"]:
    try:
        # Bounded if nothing stops it: 1 GiB in each place.
        for count in range(16):
            name = "%s/hoard-%d" % (folder, count)
            kept.append(os.open(name, os.O_RDWR | os.O_CREAT))
            os.unlink(name)
            for _ in range(64):
                written += os.write(kept[-1], b"x" * MEGABYTE)
    except OSError:
        pass
time.sleep(5)
ends("42" if written > 256 * MEGABYTE else "denied")
