import os
import sys

# Bounded if nothing stops it: twenty minutes of sleep.
SLEEP = ["/usr/bin/python3", "-c", "import time; time.sleep(1200)", "pe-hostile-daemon"]

if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.chdir("/")
        os.closerange(0, 64)
        os.execve(SLEEP[0], SLEEP, {})
    os._exit(0)
os.wait()
with open("answer.txt", "w") as file:
    file.write("42")
sys.exit(0)
