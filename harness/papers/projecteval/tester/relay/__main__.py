"""Stands in for the browser that chromedriver starts: relays its two pipes to the browser in its sandbox.

The relay makes chromedriver work in an isolated world. By default chromedriver searches elements in the main world, where a
page can replace `document.querySelector`. So the relay opens an isolated world in every page, and changes the messages about
worlds so that chromedriver takes that one for the main world.

It also answers requests for libraries of content delivery networks from a folder; the browser cannot reach the networks.

Started as `python3 -IS <this folder> COMMANDS EVENTS LIBRARIES`: the paths of two named pipes to the browser, and of a folder.
"""
import base64
import json
import os
import sys
import threading

from libraries import Libraries

WORLD = 'harness'
END = b'\0'
# Ids of the relay's own commands; their answers are not passed on. Chromedriver counts its commands from 1.
FIRST_OWN = 1 << 30
OWN_ANSWER = b'{"id":1073741'
OPEN_WORLD = {'source': '', 'worldName': WORLD, 'runImmediately': True}
# Pages of the project are served without TLS.
FROM_ELSEWHERE = {'patterns': [{'urlPattern': 'https://*'}]}
# File descriptors of the pipes between chromedriver and its browser.
FROM_DRIVER, TO_DRIVER = 3, 4
# A handler returns this for an event that is not passed on to chromedriver.
NOT_TOLD = object()


class Worlds:
    """Ids of the relay's isolated worlds, by session of chromedriver and by frame."""

    def __init__(self):
        self._contexts = {}
        self._frames = {}

    def add_page(self, session, frame):
        self._frames[session] = frame

    def add(self, session, context):
        self._contexts.setdefault(session, {})[context['auxData']['frameId']] = context['id']

    def remove(self, session, identifier):
        """Removes one world, or all worlds of the session if the identifier is None."""
        contexts = self._contexts.get(session, {})
        gone = [frame for frame, each in contexts.items() if identifier in (None, each)]
        for frame in gone:
            del contexts[frame]

    def of_page(self, session):
        return self._contexts.get(session, {}).get(self._frames.get(session))


class Relay:
    def __init__(self, commands, events, libraries):
        self._commands = commands
        self._events = events
        self._libraries = libraries
        self._writing = threading.Lock()
        self._own = FIRST_OWN
        self._worlds = Worlds()
        self._handlers = {
            'Target.attachedToTarget': self._attached,
            'Runtime.executionContextCreated': self._created,
            'Runtime.executionContextDestroyed': self._destroyed,
            'Runtime.executionContextsCleared': self._cleared,
            'Fetch.requestPaused': self._paused,
        }
        self._names = [b'"%s"' % name.encode() for name in self._handlers]

    def from_driver(self):
        for message in messages(FROM_DRIVER):
            self._send(self._resolved_in_our_world(message) if b'"DOM.resolveNode"' in message else message)

    def from_browser(self):
        for message in messages(self._events):
            if message.startswith(OWN_ANSWER):
                continue
            told = self._handled(message) if any(name in message for name in self._names) else message
            if told is not None:
                write(TO_DRIVER, told + END)
        # The browser has ended, so its stand-in ends too.
        os._exit(0)

    def _handled(self, message):
        event = json.loads(message)
        handler = self._handlers.get(event.get('method'))
        if handler is None:
            return message
        told = handler(event.get('sessionId', ''), event['params'])
        return None if told is NOT_TOLD else json.dumps(event).encode()

    def _attached(self, _, params):
        session, target = params['sessionId'], params['targetInfo']
        if target['type'] in ('page', 'iframe'):
            self._worlds.add_page(session, target['targetId'])
            self._command(session, 'Page.addScriptToEvaluateOnNewDocument', OPEN_WORLD)
            self._command(session, 'Fetch.enable', FROM_ELSEWHERE)

    def _created(self, session, params):
        context = params['context']
        about = context.get('auxData', {})
        ours = context.get('name') == WORLD and about.get('type') == 'isolated'
        if ours:
            self._worlds.add(session, context)
        about.update(isDefault=ours, type='default' if ours else 'isolated')

    def _destroyed(self, session, params):
        self._worlds.remove(session, params['executionContextId'])

    def _cleared(self, session, _):
        self._worlds.remove(session, None)

    def _paused(self, session, params):
        request = {'requestId': params['requestId']}
        found = self._libraries.find(params['request']['url'])
        if found is None:
            self._command(session, 'Fetch.continueRequest', request)
        else:
            self._command(session, 'Fetch.fulfillRequest', dict(request, **answer(*found)))
        return NOT_TOLD

    def _resolved_in_our_world(self, message):
        """Adds the isolated world, because chromedriver names none and would get the element of the main world."""
        command = json.loads(message)
        world = self._worlds.of_page(command.get('sessionId', ''))
        if command.get('method') == 'DOM.resolveNode' and world is not None:
            command['params']['executionContextId'] = world
        return json.dumps(command).encode()

    def _command(self, session, method, params):
        self._own += 1
        self._send(json.dumps({'id': self._own, 'sessionId': session, 'method': method, 'params': params}).encode())

    def _send(self, message):
        with self._writing:
            write(self._commands, message + END)


def answer(path, kind):
    with open(path, 'rb') as file:
        body = base64.b64encode(file.read()).decode()
    headers = {'Content-Type': kind, 'Access-Control-Allow-Origin': '*'}
    return {
        'responseCode': 200,
        'responseHeaders': [{'name': name, 'value': value} for name, value in headers.items()],
        'body': body,
    }


def messages(pipe):
    """Yields messages, which end with a NUL byte, until the pipe is closed."""
    rest = b''
    while True:
        chunk = os.read(pipe, 1 << 16)
        if not chunk:
            return
        *whole, rest = (rest + chunk).split(END)
        yield from whole


def write(pipe, data):
    while data:
        data = data[os.write(pipe, data) :]


def main(commands, events, libraries):
    relay = Relay(os.open(commands, os.O_WRONLY), os.open(events, os.O_RDONLY), Libraries(libraries))
    threading.Thread(target=relay.from_browser, daemon=True).start()
    relay.from_driver()


main(*sys.argv[1:4])
