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

CALLS = {"kexec_load": (246, 104), "kexec_file_load": (320, 294), "init_module": (175, 105), "finit_module": (313, 273)}
CALLS.update({"delete_module": (176, 106), "reboot": (169, 142), "swapon": (167, 224), "swapoff": (168, 225)})
CALLS.update({"sethostname": (170, 161), "setdomainname": (171, 162), "settimeofday": (164, 170)})
CALLS.update({"clock_settime": (227, 112), "clock_adjtime": (305, 266), "adjtimex": (159, 171), "quotactl": (179, 60)})
CALLS.update({"quotactl_fd": (443, 443), "acct": (163, 89), "syslog": (103, 116), "vhangup": (153, 58)})
CALLS.update({"fanotify_init": (300, 262), "userfaultfd": (323, 282), "vmsplice": (278, 75), "memfd_secret": (447, 447)})
CALLS.update({"move_pages": (279, 239), "migrate_pages": (256, 238)})
if X86:
    for name, number in (("iopl", 172), ("ioperm", 173), ("modify_ldt", 154), ("uselib", 134), ("ustat", 136), ("x32", 0x40000027)):
        CALLS[name] = (number, number)
for number in (467, 470, 500, 1000):
    CALLS["unknown %d" % number] = (number, number)
for name, numbers in CALLS.items():
    tries(name, *numbers, 0, 0, 0, 0, 0, 0)
for personality in (0x0040000, 0x0008, 0x0400000):
    tries("personality %#x" % personality, 135, 92, personality)

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
