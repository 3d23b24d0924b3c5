import mmap, os, socket, time

# Bounded if nothing stops it: 1 GiB.
CHUNK = os.urandom(1 << 20)


def fill(file, mebibytes):
    for _ in range(mebibytes):
        file.write(CHUNK)
    file.flush()


held = []
for number in range(16):
    with open('file-%d' % number, 'w+b') as file:
        fill(file, 64)
        held.append(mmap.mmap(file.fileno(), mmap.PAGESIZE))
        os.unlink('file-%d' % number)

time.sleep(5)
with open('answer.txt', 'w') as answer:
    answer.write('42')
