import os
import time

# Bounded, in case nobody ends it: 5000 tries, and a minute for each child.
for _ in range(5000):
    try:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    except OSError:
        time.sleep(0.01)
