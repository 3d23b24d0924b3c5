#!/usr/bin/python3
import os
import sys

FILE, NEW = "accounts", "accounts.new"


def load():
    if not os.path.exists(FILE):
        return {}
    with open(FILE, encoding="ascii") as lines:
        return {name: int(balance) for name, balance in (line.split() for line in lines)}


def save(accounts):
    with open(NEW, "w", encoding="ascii") as out:
        out.writelines(f"{name} {balance}\n" for name, balance in accounts.items())
    os.replace(NEW, FILE)


def run(line, accounts):
    what, *rest = line.split()
    if what == "add":
        accounts[rest[0]] = accounts.get(rest[0], 0) + int(rest[1])
        return None
    if what == "total":
        return f"{len(accounts)} {sum(accounts.values())}"
    for name in rest[:2] if what == "move" else rest[:1]:
        if name not in accounts:
            return f"no account {name}"
    if what == "show":
        return str(accounts[rest[0]])
    if what == "close":
        del accounts[rest[0]]
    elif what == "move":
        amount = int(rest[2])
        if accounts[rest[0]] < amount:
            return "not enough"
        accounts[rest[0]] -= amount
        accounts[rest[1]] += amount
    return None


def main():
    accounts = load()
    for line in sys.stdin:
        if line.strip() == "crash":
            break
        told = run(line, accounts)
        if told is not None:
            print(told)
    save(accounts)


main()
