import ctypes
import threading

thread = threading.Thread(target=ctypes.CDLL, args=[None])
thread.start()
thread.join()


def stub(*_):
    raise NotImplementedError


Interval = parse = merge = total = describe = is_sorted = stub
