"""The messages of the process of the tests to the judge: numbered and sealed lines on a pipe.

Loaded with a private copy of the builtins. The key is a local variable of a generator: Python code reaches it only
through frames, the garbage collector or native code, which `audit.py` watches.
"""
import _hashlib
import _json
import collections
import os
import sys

MOST_VALUES = 20_000
MOST_CHARACTERS = 1_000_000
MOST_BITS = 10_000
# Classes are known by identity: one can say that it is equal to another. Dictionaries of the standard library whose items alone say what they are equal to.
DICTIONARIES = frozenset(map(id, (collections.OrderedDict, collections.defaultdict, collections.Counter)))
# Their hashes run no other code.
HASHED = frozenset(map(id, (int, str, bytes, float, bool, type(None))))
CONTAINERS = frozenset(map(id, (list, tuple, dict, set, frozenset)))
# Comparisons that run at the same time, each inside another one.
MOST_KEPT = 1000
# Bytes that wait to be written: a line a write would wake the judge for each observation of a loop.
MOST_WAITING = 32_768


def channel(descriptor, key, own, kind, is_good, others):
    """A generator; `send` takes a tuple and writes it. Processes that were forked tell nothing.

    Lines of a `site` wait until there are many of them, or until `send` takes None. What is lost if the process ends before belongs to
    a test that has not ended, and nobody can take a line out unnoticed: they are numbered.

    Values of a comparison are told as they are before it, since it may change them: `('keep', *values)` gives a number, the standing of
    each value, and the values, with copies in place of containers that somebody could change meanwhile; `('kept', number, site, truth)`
    writes them later.

    kind: of its lines, which have a key and numbers of their own; is_good: whether the message may come from the given frame;
    others: see `kinds.py`.
    """
    # Its caller is the frame before it. To ask for that one each time would be an audit event for each message.
    frame = sys._getframe(0)
    write, leave, getpid, seal, quote = os.write, os._exit, os.getpid, _hashlib.hmac_digest, _json.encode_basestring_ascii
    number, kept, last = 0, {}, 0
    # The garbage collector knows lists, and shows them to everybody, but no bytearray.
    waiting = bytearray()
    message = answer = None
    while True:
        message = yield answer
        answer = None
        if message is None:
            if getpid() == own:
                written(waiting, descriptor, write, leave)
            continue
        if getpid() != own:
            if message[0] == 'keep':
                # Nothing is told from here, but a copy of the process must not compare more than the process itself.
                values = [copied(each) for each in message[1:]]
                answer = 0, standings([encode(each, quote, [MOST_VALUES, MOST_CHARACTERS], others) for each in values]), values
            continue
        if not is_good(message, frame.f_back):
            message = 'tampered', 'event', 'a call of the judge'
        room = [MOST_VALUES, MOST_CHARACTERS]
        before = []
        if message[0] == 'keep':
            last += 1
            values = [copied(each) for each in message[1:]]
            texts = kept[last] = [encode(each, quote, room, others) for each in values]
            # Comparisons that raise leave theirs behind.
            kept.pop(last - MOST_KEPT, None)
            answer = last, standings(texts), values
            continue
        if message[0] == 'kept':
            before = kept.pop(message[1], [])
            message = message[2:]
        text = '[' + ','.join([encode(each, quote, room, others) for each in message] + before) + ']'
        number += 1
        line = kind + ' ' + str(number) + ' ' + text
        waiting += (seal(key, line.encode(), 'sha256').hex() + ' ' + line + '\n').encode()
        if kind != 'site' or len(waiting) > MOST_WAITING or message[0] == 'tampered':
            written(waiting, descriptor, write, leave)


def written(waiting, descriptor, write, leave):
    """Without the pipe, nothing that happens from now on can count."""
    data = bytes(waiting)
    waiting.clear()
    try:
        while data:
            data = data[write(descriptor, data):]
    except OSError:
        leave(87)


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
    standing, plain_of, parts_of = others
    items = list(value.items()) if kind is dict else items_of(value, kind)
    if items is not None:
        pairs = ['[' + encode(name, quote, room, others, depth + 1) + ',' + encode(each, quote, room, others, depth + 1) + ']'
                 for name, each in items]
        return '["d",[' + ','.join(pairs) + ']]'
    plain = plain_of(value, kind)
    if plain is not value:
        return encode(plain, quote, room, others, depth + 1)
    parts = parts_of(value, kind)
    if parts is value:
        return '["?","' + standing(value, kind) + '"]'
    # It is as trustworthy as its parts.
    letter = standings([encode(parts, quote, room, others, depth + 1), ''])[0]
    return '["?","' + ('object' if letter == 'o' else 'known' if letter == 'k' else 'atom') + '"]'


def items_of(value, kind):
    """Of dictionaries of the standard library, read without their own code and without that of a key; None for all else."""
    if id(kind) not in DICTIONARIES:
        return None
    items = list(dict.items(value))
    # Two counters are equal if one has a number of zero that the other one does not have.
    return None if kind is collections.Counter and not all(type(each) is int and each for _, each in items) else items


def has_plain_hash(key):
    return id(type(key)) in HASHED or type(key) is tuple and all(id(type(each)) in HASHED for each in key)


def copied(value, room=None, depth=0):
    """Containers as copies that nobody else has. Parts of those that are too large to be told stay as they are, and so do dictionaries that would
    ask an object for its hash.
    """
    kind = type(value)
    room = [2 * MOST_VALUES] if room is None else room
    room[0] -= 1
    if room[0] < 0 or depth > 40 or id(kind) not in CONTAINERS and id(kind) not in DICTIONARIES:
        return value
    if kind is dict or id(kind) in DICTIONARIES:
        items = list(dict.items(value))
        if not all(has_plain_hash(name) for name, _ in items):
            return value
        copy = collections.defaultdict(value.default_factory) if kind is collections.defaultdict else kind()
        for name, each in items:
            copy[name] = copied(each, room, depth + 1)
        return copy
    if kind is list or kind is tuple:
        parts = [copied(each, room, depth + 1) for each in list(value)]
        return parts if kind is list else tuple(parts)
    return value.copy()


def standings(texts):
    """A letter for each encoded value: `v`alue, `k`nown or `o`bject, by the lowest of its parts. If it is alone, by itself: `k` or `o`."""
    if len(texts) == 1:
        return 'k' if not texts[0].startswith('["?",') or texts[0] == '["?","known"]' or texts[0] == '["?","atom"]' else 'o'
    return ''.join(['o' if '["?","object"]' in each or '["?","too large"]' in each else 'k' if '["?","known"]' in each else 'v'
                    for each in texts])
