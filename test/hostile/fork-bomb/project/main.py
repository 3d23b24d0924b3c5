import os
import time

# Bounded if nothing stops it: 5000 attempts, and a minute per child.
for _ in range(5000):
    try:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    except OSError:
        time.sleep(0.01)
