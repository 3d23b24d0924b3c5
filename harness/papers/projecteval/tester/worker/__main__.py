"""Runs the testcodes of one trial in order, and reports the outcome of each to the harness.

Started as `python3 -s <this folder> <socket>` in its own namespaces. Requests are JSON objects, one per line:
  {do: 'open', port, binary, downloads}   opens a browser session   → {session}
  {do: 'attach', port, session}           attaches to a session     → {attached}
  {do: 'judge', source, function, values, seconds, home}            → {outcome, reason?, locator?, proven?, page?}
  {do: 'look', seconds}                   collects evidence         → {screenshot?, console?, refused, problems?, hangs?}
  {do: 'homepage', address, seconds}      opens the homepage        → {outcome, …, page?, empty?}
  {do: 'control', seconds}                tests the browser         → {outcome, reason?}
"""
import sys
import threading

import judge
from by import By
from channel import Channel
from clock import Clock
from driver import Browser
from names import names_for
from wire import Wire

MOST_LINES = 50
LONGEST_LINE = 500
EMPTY_BODY = ('', '<html><head></head><body></body></html>')


class Worker:
    def __init__(self, channel):
        self._channel = channel
        self._clock = Clock()
        self._browser = None

    def open(self, request):
        self._browser = self._new_browser(request)
        return {'session': self._browser.open(request['binary'], request['downloads'])}

    def attach(self, request):
        self._browser = self._new_browser(request)
        return self._timed(lambda: self._browser.attach(request['session']) or {'attached': True}, request)

    def _new_browser(self, request):
        return Browser(Wire(request['port'], self._clock), self._channel, self._clock)

    def judge(self, request):
        self._channel.fault = None
        names = names_for(self._channel, request['home'], self._browser)
        if self._browser is None:
            return judge.run(request, names, self._clock, self._broken)
        names['driver'] = self._browser.driver
        self._browser.answers = [each for each in request['values'].values() if isinstance(each, str) and each]
        problem = self._timed(self._browser.begin, request)
        result = problem or judge.run(request, names, self._clock, self._broken)
        return dict(result, **self._page())

    def homepage(self, request):
        self._channel.fault = None

        def visit():
            self._browser.begin()
            self._browser.driver.get(request['address'])
            return {'outcome': 'passed', 'empty': self._browser.driver.page_source.strip() in EMPTY_BODY}

        result = self._timed(visit, request)
        return dict(result, **self._page())

    def control(self, request):
        """Checks that the browser shows a control page and accepts typed text."""

        def try_it():
            self._browser.driver.get('about:blank')
            self._browser.execute('document.body.innerHTML = "<input id=control>"', [])
            field = self._browser.driver.find_element(By.ID, 'control')
            field.send_keys('2')
            shown = field.get_property('value')
            return {'outcome': 'passed'} if shown == '2' else {'outcome': 'lost', 'reason': 'the control page shows %r, not 2' % (shown,)}

        return self._timed(try_it, request)

    def look(self, request):
        """Collects evidence. A piece that cannot be collected is reported, and does not affect the others."""

        def screenshot():
            return {'screenshot': self._browser.wire('GET', '/screenshot')}

        def console():
            entries = self._browser.wire('POST', '/se/log', {'type': 'browser'})[-MOST_LINES:]
            lines = ['[%s] %s' % (entry['level'].lower(), entry['message'][:LONGEST_LINE]) for entry in entries]
            return {'console': lines}

        seen = {'refused': self._browser.activity.refused}
        for take in (screenshot, console):
            taken = self._timed(take, request)
            if 'reason' in taken:
                seen.setdefault('problems', []).append(taken['reason'])
                seen['hangs'] = seen.get('hangs', False) or taken['outcome'] == 'timeout'
            else:
                seen.update(taken)
        return seen

    def _timed(self, action, request):
        """The result of the action, or the outcome if it failed."""
        try:
            self._clock.start(request['seconds'])
            return action()
        except BaseException as error:
            self._clock.stop()
            return judge.outcome_of(self._broken() or error)
        finally:
            self._clock.stop()

    def _page(self):
        """The answer of the current page, and the locators that have found an element."""
        if self._browser.wire.lost is None:
            self._timed(self._browser.activity.read, {'seconds': 1})
        seen = {'proven': sorted(map(str, self._browser.proven)), 'refused': self._browser.activity.refused}
        document = self._browser.activity.document
        return dict(seen, page=document) if document else seen

    def _broken(self):
        lost = self._browser.wire.lost if self._browser else None
        return lost or self._channel.fault


def preload(modules):
    """Imports modules in the background, so that the first testcode that needs them does not wait."""
    for module in modules:
        try:
            __import__(module)
        except ImportError:
            pass  # Reported when a testcode uses it.


def main():
    judge.without_output()
    channel = Channel(sys.argv[1])
    threading.Thread(target=preload, args=(sys.argv[2:],), daemon=True).start()
    worker = Worker(channel)
    actions = {name: getattr(worker, name) for name in ('open', 'attach', 'judge', 'look', 'homepage', 'control')}
    while True:
        request = channel.next_request()
        if request is None:
            return
        channel.reply(request, answer(actions[request['do']], request))


def answer(action, request):
    """The result of a request. An error outside of a testcode is reported as an outcome too."""
    try:
        return action(request)
    except BaseException as error:
        return judge.outcome_of(error)


main()
