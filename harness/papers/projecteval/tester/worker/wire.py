"""Commands to chromedriver, over HTTP on the loopback of the worker's own network."""
import contextlib
import http.client
import json

import faults
from faults import BrowserLost

ERRORS = {
    'no such element': faults.NoSuchElementException,
    'invalid selector': faults.InvalidSelectorException,
    'no such alert': faults.NoAlertPresentException,
    'unexpected alert open': faults.UnexpectedAlertPresentException,
    'timeout': faults.PageLoadTimeout,
}
LOST_CODES = ('invalid session id', 'tab crashed', 'session not created')
LOST_WORDS = ('disconnected', 'chrome not reachable', 'session deleted', 'web view not found', 'target frame detached')
UNREACHABLE = 'net::ERR_'
PATIENCE = 30.0


class Wire:
    """One connection, which is reopened after an aborted command."""

    def __init__(self, port, clock):
        self._port = port
        self._clock = clock
        self._connection = None
        self.base = ''
        self.lost = None

    def __call__(self, method, path, body=None, dismiss=True):
        """
        The value of the response. Raises the exception of a WebDriver error, or an Interruption.

        dismiss: whether an open dialog that blocks the command is closed, as the standard requires for commands of a testcode.
        """
        if self.lost:
            raise self.lost
        self._clock.check()
        try:
            payload = self._exchange(method, self.base + path, body)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            self._clock.check()
            raise self.lose('chromedriver does not answer: %s' % error) from None
        except BaseException:
            self.close()
            raise
        try:
            return self._value(payload)
        except faults.UnexpectedAlertPresentException:
            if dismiss:
                self._dismiss()
            raise

    def _dismiss(self):
        with contextlib.suppress(faults.NoAlertPresentException):  # It has gone by itself.
            self('POST', '/alert/dismiss', {}, dismiss=False)

    def close(self):
        if self._connection:
            self._connection.close()
        self._connection = None

    def lose(self, why):
        self.lost = self.lost or BrowserLost(why)
        return self.lost

    def _exchange(self, method, path, body):
        if self._connection is None:
            self._connection = http.client.HTTPConnection('127.0.0.1', self._port)
        self._connection.timeout = self._clock.remaining(PATIENCE) + 1
        if self._connection.sock:
            self._connection.sock.settimeout(self._connection.timeout)
        data = None if body is None else json.dumps(body)
        self._connection.request(method, path, data, {'content-type': 'application/json'})
        return json.loads(self._connection.getresponse().read())

    def _value(self, payload):
        value = payload.get('value')
        if not (isinstance(value, dict) and 'error' in value and 'message' in value):
            return value
        code, message = value['error'], first_line(value['message'])
        if code in LOST_CODES or any(words in message for words in LOST_WORDS):
            raise self.lose(message)
        if UNREACHABLE in message:
            raise faults.PageUnreachable(message, code)
        raise ERRORS.get(code, faults.WebDriverException)(message, code)


def first_line(text):
    return text.split('\n', 1)[0]
