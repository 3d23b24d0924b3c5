"""The activity of the page, from events of the browser: open requests, loading frames, dialogs, responses."""
import json

# Requests that may stay open for as long as the page likes.
ENDLESS = ('EventSource', 'WebSocket', 'Ping', 'Media', 'Preflight')
MOST_REFUSED = 50
# Pages that a script created from a text; no server sent them. Not every build of the browser blocks them by its policy.
MADE = ('data:', 'blob:')
LONGEST = 500
# Errors of the browser for requests that its policy, or its isolated network, does not let through.
REFUSALS = (
    'ERR_BLOCKED_BY_ADMINISTRATOR',
    'ERR_INTERNET_DISCONNECTED',
    'ERR_NAME_NOT_RESOLVED',
    'ERR_ADDRESS_UNREACHABLE',
)


class Activity:
    """Reads chromedriver's performance log, which contains each event once."""

    def __init__(self, wire):
        self._wire = wire
        self._frame = ''
        self._requests = {}
        self._loading = set()
        self.dialogue = False
        self.refused = []
        # Frames, including the main frame, that show a script-made page. They have to be navigated away.
        self.made = []
        # The current document: address, status and MIME type, and whether it is the browser's own error page.
        self.document = None
        self._answers = {}

    def watch(self, frame):
        self._frame = frame

    def read(self):
        """Reads the events since the last call. Returns True if any of them matters."""
        entries = self._wire('POST', '/se/log', {'type': 'performance'})
        events = [json.loads(entry['message'])['message'] for entry in entries]
        return any([self._take(event['method'], event['params']) for event in events])

    def busy(self):
        return bool(self._requests) or bool(self._loading)

    def begin(self):
        """Starts a new testcode: requests of earlier ones are not waited for."""
        self._requests.clear()
        self._loading.clear()
        self.refused = []

    def _take(self, method, event):
        handler = HANDLERS.get(method)
        if handler is None:
            return False
        handler(self, event)
        return True

    def _request(self, event):
        if event.get('type') not in ENDLESS:
            self._requests[event['requestId']] = event['request']['url'][:LONGEST]

    def _response(self, event):
        response = event['response']
        if event.get('type') == 'Document':
            self._answers[event.get('loaderId')] = (response['status'], response.get('mimeType', ''))
        if response.get('mimeType') == 'text/event-stream':
            self._requests.pop(event['requestId'], None)

    def _finished(self, event):
        self._requests.pop(event['requestId'], None)

    def _failed(self, event):
        address = self._requests.pop(event['requestId'], None)
        refused = any(refusal in event.get('errorText', '') for refusal in REFUSALS)
        if address and refused:
            self._refuse(address)

    def _refuse(self, address):
        if len(self.refused) < MOST_REFUSED:
            self.refused.append(address[:LONGEST])

    def _loads(self, event):
        self._loading.add(event['frameId'])

    def _loaded(self, event):
        self._loading.discard(event['frameId'])

    def _navigated(self, event):
        frame = event['frame']
        made = frame['url'].startswith(MADE)
        if made:
            self._refuse(frame['url'])
            self.made.append(frame['id'])
        if frame['id'] != self._frame:
            return
        # Requests of the previous page end with it, without an event.
        self._requests = {key: url for key, url in self._requests.items() if key == frame.get('loaderId')}
        status, mime = self._answers.get(frame.get('loaderId'), (None, ''))
        self._answers.clear()
        unreachable = made or 'unreachableUrl' in frame
        self.document = {'status': status, 'mime': mime, 'url': frame['url'][:LONGEST], 'unreachable': unreachable}

    def _dialogue(self, _):
        self.dialogue = True

    def _dialogue_closed(self, _):
        self.dialogue = False


HANDLERS = {
    'Network.requestWillBeSent': Activity._request,
    'Network.responseReceived': Activity._response,
    'Network.loadingFinished': Activity._finished,
    'Network.loadingFailed': Activity._failed,
    'Page.frameRequestedNavigation': Activity._loads,
    'Page.frameStartedLoading': Activity._loads,
    'Page.frameStoppedLoading': Activity._loaded,
    'Page.frameDetached': Activity._loaded,
    'Page.frameNavigated': Activity._navigated,
    'Page.javascriptDialogOpening': Activity._dialogue,
    'Page.javascriptDialogClosed': Activity._dialogue_closed,
}
