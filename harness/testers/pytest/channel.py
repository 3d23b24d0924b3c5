"""The messages of the process of the tests to the judge: numbered and sealed lines on a pipe.

Loaded with a private copy of the builtins. The key is a local variable of a generator: Python code reaches it only
through frames, the garbage collector or native code, which `audit.py` watches.
"""
import _hashlib
import _json
import os
import sys

MOST_VALUES = 20_000
MOST_CHARACTERS = 1_000_000
MOST_BITS = 10_000


def channel(descriptor, key, own, kind, is_good, others):
    """A generator; `send` takes a tuple and writes it. Processes that were forked tell nothing.

    kind: of its lines, which have a key and numbers of their own; is_good: whether the message may come from the given frame;
    others: see `kinds.py`.
    """
    getframe = sys._getframe
    write, getpid, seal, quote = os.write, os.getpid, _hashlib.hmac_digest, _json.encode_basestring_ascii
    number = 0
    message = None
    while True:
        message = yield
        if getpid() != own:
            continue
        if not is_good(message, getframe(1)):
            message = 'tampered', 'event', 'a call of the judge'
        room = [MOST_VALUES, MOST_CHARACTERS]
        text = '[' + ','.join([encode(each, quote, room, others) for each in message]) + ']'
        number += 1
        line = kind + ' ' + str(number) + ' ' + text
        data = (seal(key, line.encode(), 'sha256').hex() + ' ' + line + '\n').encode()
        while data:
            data = data[write(descriptor, data):]


def encode(value, quote, room, others, depth=0):
    """Only exact built-in types are read, so that no code of a value runs; all else is `["?", …]`, with what `kinds.py` says of it."""
    kind = type(value)
    room[0] -= 1
    if room[0] < 0 or depth > 40:
        return '["?","too large"]'
    if value is None:
        return '["n"]'
    if kind is bool:
        return '["b",true]' if value else '["b",false]'
    if kind is int and value.bit_length() < MOST_BITS:
        room[1] -= value.bit_length() // 3
        if room[1] < 0:
            return '["?","too large"]'
        return '["i","' + int.__repr__(value) + '"]'
    if kind is float:
        return '["f","' + float.__repr__(value) + '"]'
    if kind is str or kind is bytes:
        room[1] -= len(value)
        if room[1] < 0:
            return '["?","too large"]'
        return '["s",' + quote(value) + ']' if kind is str else '["y","' + value.hex() + '"]'
    if kind is list or kind is tuple or kind is set or kind is frozenset:
        tag = 'l' if kind is list else 't' if kind is tuple else 'e'
        return '["' + tag + '",[' + ','.join([encode(each, quote, room, others, depth + 1) for each in list(value)]) + ']]'
    if kind is dict:
        pairs = ['[' + encode(name, quote, room, others, depth + 1) + ',' + encode(each, quote, room, others, depth + 1) + ']'
                 for name, each in list(value.items())]
        return '["d",[' + ','.join(pairs) + ']]'
    standing, number_of = others
    number = number_of(value, kind)
    return '["?","' + standing(kind) + '"]' if number is value else encode(number, quote, room, others, depth + 1)
