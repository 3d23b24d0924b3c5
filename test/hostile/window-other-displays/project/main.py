import glob
import socket
import sys

from window import root

unix = [f'\0/tmp/.X11-unix/X{number}' for number in range(100)]
unix += [path for path in glob.glob('/tmp/.X11-unix/*') if path != '/tmp/.X11-unix/X0']
for path in unix:
    try:
        socket.socket(socket.AF_UNIX).connect(path)
        sys.exit(f'reached {path!r}')
    except OSError:
        # Nothing listens there, as it should be.
        pass
if any(socket.socket().connect_ex(('127.0.0.1', 6000 + number)) == 0 for number in range(100)):
    sys.exit('reached a display over TCP')
root.mainloop()
