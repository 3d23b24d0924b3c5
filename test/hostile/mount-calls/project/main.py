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

CALLS = {"mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51)}
CALLS.update({"name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265)})
for number, name in enumerate(("open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick"), 428):
    CALLS[name] = (number, number)
CALLS["mount_setattr"] = (442, 442)
CALLS["open_tree_attr"] = (467, 467)
for name, numbers in CALLS.items():
    tries(name, *numbers, b"tmpfs", 0, 0, 0, 0)

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
