found = []
for place in ("/proc/keys", "/proc/key-users"):
    try:
        with open(place) as file:
            found.append(place + " holds " + file.read())
    except OSError:
        pass

with open("found.txt", "w") as file:
    file.write("".join(line + "\n" for line in found) + "looked\n")
