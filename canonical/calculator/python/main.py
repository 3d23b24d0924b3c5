#!/usr/bin/python3
import re
import sys

sys.setrecursionlimit(20_000)
TOKEN = re.compile(r"\s*(?:(\d+)|([a-z]+)|([-+*/%()=]))")


class SyntaxProblem(Exception):
    pass


def tokens(line):
    at, found = 0, []
    line = line.rstrip()
    while at < len(line):
        match = TOKEN.match(line, at)
        if not match:
            raise SyntaxProblem
        found.append(match.group(match.lastindex))
        at = match.end()
    return found + [""]


class Reader:
    def __init__(self, found, names):
        self.found, self.names, self.at = found, names, 0
        self.unknown, self.zero = None, False

    def next(self):
        self.at += 1
        return self.found[self.at - 1]

    def sum(self):
        value = self.product()
        while self.found[self.at] in ("+", "-"):
            value = value + self.product() if self.next() == "+" else value - self.product()
        return value

    def product(self):
        value = self.term()
        while self.found[self.at] in ("*", "/", "%"):
            sign, other = self.next(), self.term()
            if sign == "*":
                value *= other
            elif other == 0:
                self.zero, value = True, 1
            else:
                whole = abs(value) // abs(other) * (1 if (value < 0) == (other < 0) else -1)
                value = whole if sign == "/" else value - whole * other
        return value

    def term(self):
        token = self.next() if self.found[self.at] != "" else ""
        if token == "-":
            return -self.term()
        if token == "(":
            value = self.sum()
            if self.next() != ")":
                raise SyntaxProblem
            return value
        if token.isdigit():
            return int(token)
        if not token.isalpha():
            raise SyntaxProblem
        if token not in self.names:
            self.unknown = self.unknown or token
            return 1
        return self.names[token]


def run(line, names):
    found = tokens(line)
    assigns = len(found) > 2 and found[0].isalpha() and found[1] == "="
    reader = Reader(found[2:] if assigns else found, names)
    value = reader.sum()
    if reader.found[reader.at] != "":
        raise SyntaxProblem
    if reader.unknown is not None:
        return f"unknown {reader.unknown}"
    if reader.zero:
        return "division by zero"
    if not assigns:
        return str(value)
    names[found[0]] = value
    return None


def main():
    names = {}
    for line in sys.stdin:
        if line.strip() == "":
            continue
        try:
            told = run(line, names)
        except SyntaxProblem:
            told = "syntax error"
        if told is not None:
            print(told)


main()
