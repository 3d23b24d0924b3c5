import os

with open("answer.txt", "w") as file:
    file.write("42")
for _ in range(10_000):
    os.mkdir("d")
    os.chdir("d")
with open("end.txt", "w") as file:
    file.write("the end")
