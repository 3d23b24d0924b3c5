"""SketchBLEU of two folders, computed apart from the harness, from the description of the published algorithm.

    PYTHONHASHSEED=0 python3 golden.py REFERENCE CANDIDATE     (CPython 3.8 to 3.11, SciPy, Node)

It tokenizes with CPython's own tokenize, finds functions with ast, assigns with SciPy and takes the order of names from real sets.
Trees come from trees.mjs, because the published values depend on the grammar. Folders are walked in the order of names.
"""

import ast
import io
import json
import math
import os
import re
import subprocess
import sys
import tokenize
from collections import Counter

import numpy
from scipy.optimize import linear_sum_assignment

HERE = os.path.dirname(os.path.abspath(__file__))
KEYWORDS = set(
    "False None True and as assert async await break class continue def del elif else except finally for from global if "
    "import in is lambda nonlocal not or pass raise return try while with yield match case type".split()
)
SHOWN = {"identifier", "string_content", "string_end", "string_start", "block"}
sys.setrecursionlimit(20000)


def trees(texts):
    """Parses all texts in one process."""
    done = subprocess.run(
        ["node", os.path.join(HERE, "trees.mjs")], input=json.dumps(texts).encode(), stdout=subprocess.PIPE, check=True
    )
    return json.loads(done.stdout)


def listing(folder):
    """The names of the folders and files in a folder, in order."""
    names = sorted(os.listdir(folder))
    below = [name for name in names if os.path.isdir(os.path.join(folder, name))]
    return below, [name for name in names if name not in below]


def sources(folder):
    below, files = listing(folder)
    for name in files:
        if name.endswith(".py"):
            yield os.path.join(folder, name)
    for name in below:
        yield from sources(os.path.join(folder, name))


def stacked(folder):
    parts = []
    for path in sources(folder):
        with open(path, encoding="utf-8") as file:
            parts.append(file.read().strip() + "\n")
    return "".join(parts)


# Tokens


def words(text):
    found = []
    try:
        for token in tokenize.tokenize(io.BytesIO(text.encode("utf-8")).readline):
            if token.type != tokenize.ERRORTOKEN:
                found.append(token.string)
    except (tokenize.TokenError, SyntaxError):
        pass
    return found


def penalty(mine, theirs):
    if 2 * mine > theirs:
        return 1
    return 0 if mine == 0 else 1 / (1 + math.log(theirs / (2 * mine)))


def precision(reference, candidate, weight):
    ours, theirs = Counter(reference), Counter(candidate)
    common = sum(min(count, ours[word]) * weight(word) for word, count in theirs.items())
    if common == 0:
        return 0
    return penalty(len(candidate), len(reference)) * common / max(1, sum(n * weight(w) for w, n in theirs.items()))


# Shapes


def without_c_comments(text):
    pattern = re.compile(r"//[^\n]*|/\*[\s\S]*?\*/|'(?:\\[\s\S]|[^\\'])*'|\"(?:\\[\s\S]|[^\\\"])*\"")
    cut = pattern.sub(lambda match: " " if match.group().startswith("/") else match.group(), text)
    return "\n".join(line for line in cut.split("\n") if line.strip())


def shown(node):
    return bool(node[4]) or node[0] in SHOWN


def written(node, depth):
    """A node down to some depth, as a text."""
    if depth == 1:
        return "(" + node[0] + ")"
    parts = [(child[1] + ": " if child[1] else "") + written(child, depth - 1) for child in node[4] if shown(child)]
    return "(" + " ".join([node[0], *parts]) + ")"


def statements(tree):
    """The children of a file; its first one is skipped."""
    return tree[4][1:]


def file_text(tree, depth):
    if not statements(tree):
        return "(File)"
    parts = [written(each, depth - 1) for each in statements(tree) if shown(each)]
    return "(File " + " ".join(parts) + ")"


def children_of_root(folder, parsed):
    """Each folder that is met is walked again from its top, and everything lands under the root."""
    found = []

    def walk(place):
        below, files = listing(place)
        for name in files:
            if name.endswith(".py"):
                found.append(parsed[os.path.join(place, name)])
        for name in below:
            walk(os.path.join(place, name))
            found.append(None)
        for name in below:
            walk(os.path.join(place, name))

    walk(folder)
    return found


def shapes(folder):
    texts = {}
    for path in sources(folder):
        with open(path, encoding="utf-8", errors="ignore") as file:
            texts[path] = without_c_comments(file.read())
    parsed = dict(zip(texts, trees(list(texts.values()))))
    children = children_of_root(folder, parsed)
    found = ["(Root " + " ".join("(Directory)" if c is None else file_text(c, 2) for c in children) + ")"]
    for child in children:
        if child is None:
            continue
        found.append(file_text(child, 3))
        stack = list(statements(child))
        while stack:
            node = stack.pop()
            found.append(written(node, 3))
            stack.extend(node[4])
    return [each for each in found if re.search(r"\(.*\(.*\).*\)", each)]


def syntax(reference, candidate):
    ours, theirs = shapes(reference), set(shapes(candidate))
    return sum(each in theirs for each in ours) / len(ours)


# Functions


def functions(text):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return by_lines(text.split("\n"))
    return [ast.get_source_segment(text, node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def by_lines(lines):
    found, start = [], 0
    while start < len(lines):
        if lines[start].startswith("def "):
            end = start + 1
            while lines[end][:1] in (" ", "\t"):
                end += 1
            found.append("\n".join(lines[start:end]))
            start = end
        start += 1
    return found


def bare(text):
    """Without comments and without strings that begin a statement; the text itself if it cannot be tokenized."""
    parts, previous, row, column = [], tokenize.INDENT, -1, 0
    try:
        for kind, string, (line, begin), (last, end), _ in tokenize.generate_tokens(io.StringIO(text).readline):
            if line > row:
                column = 0
            if begin > column:
                parts.append(" " * (begin - column))
            opens = kind == tokenize.STRING and (previous in (tokenize.INDENT, tokenize.NEWLINE) or begin == 0)
            if kind != tokenize.COMMENT and not opens:
                parts.append(string)
            previous, row, column = kind, last, end
    except (tokenize.TokenError, SyntaxError):
        return text
    return "\n".join(line for line in "".join(parts).split("\n") if line.strip())


# Data flow


class Failure(Exception):
    pass


class Flow:
    """The edges of one text: (name, index, relation, parents, indexes of the parents)."""

    def __init__(self, text, tree):
        self.lines = text.split("\n")
        self.places = self.positions(text)
        self.table = {}
        for index, node in enumerate(self.tokens(tree)):
            self.table[self.key(node)] = (index, self.code(node))

    @staticmethod
    def positions(text):
        """Offset in UTF-16 units → line and column in bytes."""
        found, line, column = [], 0, 0
        for character in text:
            found.append((line, column))
            if ord(character) > 0xFFFF:
                found.append((line, column))
            line, column = (line + 1, 0) if character == "\n" else (line, column + len(character.encode()))
        return [*found, (line, column)]

    def key(self, node):
        return self.places[node[2]], self.places[node[3]]

    def code(self, node):
        (first, begin), (last, end) = self.key(node)
        if first == last:
            return self.lines[first][begin:end]
        return "".join([self.lines[first][begin:], *self.lines[first + 1 : last], self.lines[last][:end]])

    @staticmethod
    def is_token(node):
        return (not node[4] or node[0] in ("string_literal", "string", "character_literal")) and node[0] != "comment"

    def tokens(self, node):
        if self.is_token(node):
            yield node
        else:
            for child in node[4]:
                yield from self.tokens(child)

    def token(self, node):
        if self.key(node) not in self.table:
            raise Failure
        return self.table[self.key(node)]

    def variables(self, node):
        found = [(node[0], *self.token(node)) for node in self.tokens(node)]
        return [(index, code) for kind, index, code in found if kind != code]

    def visit(self, node, states):
        """The edges of a node and the states after it."""
        if self.is_token(node):
            return self.leaf(node, dict(states))
        special = {
            "default_parameter": self.default,
            "assignment": self.assignment,
            "augmented_assignment": self.assignment,
            "for_in_clause": self.clause,
            "if_statement": self.branch,
            "for_statement": self.loop_for,
            "while_statement": self.loop_while,
        }.get(node[0], self.others)
        edges, after = special(node, dict(states))
        return sorted(edges, key=lambda edge: edge[1]), after

    def leaf(self, node, states):
        index, code = self.token(node)
        if node[0] == code:
            return [], states
        if code in states:
            return [(code, index, "comesFrom", [code], list(states[code]))], states
        if node[0] == "identifier":
            states[code] = [index]
        return [(code, index, "comesFrom", [], [])], states

    def sequence(self, nodes, states):
        edges = []
        for node in nodes:
            found, states = self.visit(node, states)
            edges += found
        return edges, states

    def others(self, node, states):
        clauses = [child for child in node[4] if child[0] == "for_in_clause"]
        return self.sequence([*clauses, *(child for child in node[4] if child[0] != "for_in_clause")], states)

    @staticmethod
    def field(node, name):
        return next((child for child in node[4] if child[1] == name), None)

    def default(self, node, states):
        name, value = self.field(node, "name"), self.field(node, "value")
        if name is None:
            raise Failure
        if value is None:
            edges = []
            for index, code in self.variables(name):
                edges.append((code, index, "comesFrom", [], []))
                states[code] = [index]
            return edges, states
        edges, states = self.visit(value, states)
        for index, code in self.variables(name):
            edges += [(code, index, "comesFrom", [other], [at]) for at, other in self.variables(value)]
            states[code] = [index]
        return edges, states

    def assignment(self, node, states):
        right, left = self.field(node, "right"), self.field(node, "left")
        if right is None:
            return [], states
        if left is None:
            raise Failure
        return self.linked(self.paired(left, right), states)

    def clause(self, node, states):
        left = self.field(node, "left")
        if left is None:
            raise Failure
        return self.linked([(left, node[4][-1])], states)

    @staticmethod
    def paired(left, right):
        lefts = [child for child in left[4] if child[0] != ","]
        rights = [child for child in right[4] if child[0] != ","]
        return list(zip(lefts, rights)) if len(lefts) == len(rights) and lefts else [(left, right)]

    def linked(self, pairs, states):
        edges, states = self.sequence([right for _, right in pairs], states)
        for left, right in pairs:
            parents = self.variables(right)
            for index, code in self.variables(left):
                edges.append((code, index, "computedFrom", [c for _, c in parents], [i for i, _ in parents]))
                states[code] = [index]
        return edges, states

    def branch(self, node, states):
        edges, current, outcomes = [], dict(states), []
        has_else = any("else" in child[0] for child in node[4])
        for child in node[4]:
            if child[0] in ("elif_clause", "else_clause"):
                found, after = self.visit(child, states)
                outcomes.append(after)
            else:
                found, current = self.visit(child, current)
            edges += found
        outcomes.append(current)
        if not has_else:
            outcomes.append(states)
        names = {name for outcome in outcomes for name in outcome}
        return edges, {n: sorted({i for outcome in outcomes for i in outcome.get(n, [])}) for n in names}

    def loop_for(self, node, states):
        left, right = self.field(node, "left"), self.field(node, "right")
        if left is None or right is None:
            raise Failure
        edges = []
        for _ in range(2):
            found, states = self.linked(self.paired(left, right), states)
            edges += found
            if node[4][-1][0] == "block":
                found, states = self.visit(node[4][-1], states)
                edges += found
        return self.merged(edges), states

    def loop_while(self, node, states):
        first, states = self.sequence(node[4], states)
        second, states = self.sequence(node[4], states)
        return self.merged(first + second), states

    @staticmethod
    def merged(edges):
        groups = {}
        for name, index, relation, parents, indexes in edges:
            key = (name, index, relation)
            if key in groups:
                earlier = groups[key]
                parents = list(set(earlier[3] + parents))
                indexes = sorted(set(earlier[4] + indexes))
            groups[key] = (name, index, relation, parents, indexes)
        return list(groups.values())

    def items(self, tree):
        try:
            edges, _ = self.visit(tree, {})
        except Failure:
            return []
        used = {i for edge in edges for i in edge[4]} | {edge[1] for edge in edges if edge[4]}
        kept = {}
        for name, index, relation, parents, indexes in sorted(edges, key=lambda edge: edge[1]):
            if index not in used:
                continue
            if index in kept:
                parents = list(set(kept[index][3] + parents))
                indexes = list(set(kept[index][4] + indexes))
            kept[index] = (name, index, relation, parents, indexes)
        numbers = {}
        found = []
        for name, _, relation, parents, _ in kept.values():
            for each in [*parents, name]:
                numbers.setdefault(each, len(numbers))
            found.append((numbers[name], relation, tuple(numbers[each] for each in parents)))
        return found


def flows(texts):
    cleaned = [bare(text) for text in texts]
    return [Counter(Flow(text, tree).items(tree)) for text, tree in zip(cleaned, trees(cleaned))]


def dataflow(reference, candidate):
    ours, theirs = flows(functions(reference)), flows(functions(candidate))
    values = numpy.zeros((len(ours), len(theirs)))
    for row, mine in enumerate(ours):
        total = sum(mine.values())
        for column, other in enumerate(theirs if total else []):
            values[row, column] = sum((mine & other).values()) / total
    rows, columns = linear_sum_assignment(values, maximize=True)
    factor = min(penalty(len(ours), len(theirs)), penalty(len(theirs), len(ours)))
    return float(values[rows, columns].sum()) / min(len(ours), len(theirs)) * factor


def main(reference, candidate):
    ours, theirs = stacked(reference), stacked(candidate)
    parts = {
        "ngram": precision(words(ours), words(theirs), lambda word: 1),
        "weighted": precision(words(ours), words(theirs), lambda word: 1 if word in KEYWORDS else 0.2),
        "syntax": syntax(reference, candidate),
        "dataflow": dataflow(ours, theirs),
    }
    value = (parts["ngram"] + parts["weighted"] + parts["syntax"] + (parts["dataflow"] or 1)) / 4
    print(json.dumps({"value": value, **parts}))


main(*sys.argv[1:])
