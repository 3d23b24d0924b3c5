"""JSON lines between the worker and the harness, over a socket that nobody else can reach."""
import json
import socket

from faults import FAULTS


class Channel:
    """The harness sends requests and the worker replies; before its reply the worker may call the harness."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        self._received = b''
        self._calls = 0
        self.fault = None

    def next_request(self):
        """The next request, or None if the harness is gone. Drops answers to calls that were abandoned."""
        while True:
            message = self._next()
            if message is None or 'do' in message:
                return message

    def reply(self, request, value):
        self._send({'reply': request['id'], 'value': value})

    def call(self, name, **arguments):
        """The answer of the harness. A fault is also stored, so that a testcode cannot undo it by swallowing the exception."""
        self._calls += 1
        number = self._calls
        self._send({'call': number, 'name': name, 'arguments': arguments})
        while True:
            message = self._next()
            if message is None:
                raise SystemExit(1)
            if message.get('answer') == number:
                return self._value(message)

    def _value(self, message):
        if 'fault' not in message:
            return message.get('value')
        fault = FAULTS[message['fault']['kind']](message['fault']['message'])
        self.fault = self.fault or fault
        raise fault

    def _send(self, message):
        self._socket.sendall(json.dumps(message).encode() + b'\n')

    def _next(self):
        while b'\n' not in self._received:
            chunk = self._socket.recv(1 << 16)
            if not chunk:
                return None
            self._received += chunk
        line, _, self._received = self._received.partition(b'\n')
        return json.loads(line)
