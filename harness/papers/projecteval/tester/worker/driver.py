"""A page of the browser, with the interface of Selenium's driver."""
import contextlib

from activity import Activity
from by import By
from element import ELEMENT, Element, Searchable
from faults import BadParameter, PageUnreachable, WebDriverException
from settle import settle, wait_until_open

CAPABILITIES = {
    'browserName': 'chrome',
    'goog:loggingPrefs': {'browser': 'ALL', 'performance': 'ALL'},
    # Otherwise the harness's own commands would close a dialog that a testcode is about to use (see wire.py).
    'unhandledPromptBehavior': 'ignore',
}


class Browser:
    """One WebDriver session. Watches the page, and waits for it to settle after commands."""

    def __init__(self, wire, channel, clock):
        self.wire = wire
        self._channel = channel
        self._clock = clock
        self.activity = Activity(wire)
        self.driver = Driver(self)
        self._clicked = False
        self._page_load = None
        # Locators that have found an element in this trial.
        self.proven = set()
        # Values of the agent for the current testcode.
        self.answers = ()
        self._checked = set()

    def open(self, binary, downloads):
        """Starts a session. Chromedriver starts the program `binary`, which relays to the browser in its sandbox."""
        options = {'binary': binary, 'args': ['--remote-debugging-pipe']}
        capabilities = dict(CAPABILITIES, **{'goog:chromeOptions': options})
        session = self.wire('POST', '/session', {'capabilities': {'alwaysMatch': capabilities}})
        self.attach(session['sessionId'])
        self.cdp('Browser.setDownloadBehavior', behavior='allow', downloadPath=downloads)
        # A browser with windows lets a page write to the clipboard after a click; a headless shell asks for permission.
        self.cdp('Browser.setPermission', permission={'name': 'clipboard-write'}, setting='granted')
        return session['sessionId']

    def attach(self, session):
        self.wire.base = '/session/%s' % session
        self.activity.watch(self.cdp('Page.getFrameTree')['frameTree']['frame']['id'])

    def begin(self):
        self._clicked = False
        self.activity.read()
        self.activity.begin()

    def cdp(self, method, **params):
        return self.wire('POST', '/goog/cdp/execute', {'cmd': method, 'params': params})

    def execute(self, script, arguments):
        values = [{ELEMENT: each.id} if isinstance(each, Element) else each for each in arguments]
        return self._unwrapped(self.wire('POST', '/execute/sync', {'script': script, 'args': values}))

    def _unwrapped(self, value):
        if isinstance(value, dict) and ELEMENT in value:
            return Element(self, value[ELEMENT])
        if isinstance(value, list):
            return [self._unwrapped(each) for each in value]
        return value

    @contextlib.contextmanager
    def action(self):
        """Wraps an action that may change the page. Waits until the page has settled."""
        self._limit_page_load()
        yield
        settle(self.wire, self.activity)
        self._leave_made_pages()

    def _leave_made_pages(self):
        made, self.activity.made = self.activity.made, []
        for frame in made:
            with contextlib.suppress(WebDriverException):  # The frame is already gone.
                self.cdp('Page.navigate', url='about:blank', frameId=frame)

    def _limit_page_load(self):
        """Keeps a page that never finishes loading from blocking the driver after the testcode."""
        milliseconds = int(self._clock.remaining(30) * 1000)
        if self._page_load is None or abs(self._page_load - milliseconds) > 500:
            self.wire('POST', '/timeouts', {'pageLoad': max(1, milliseconds)})
            self._page_load = milliseconds

    def before_click(self):
        """Announces the first click of a testcode: earlier downloads do not count for it."""
        if not self._clicked:
            self._channel.call('clicks')
            self._clicked = True

    def expect_page(self, address):
        """Raises PageUnreachable if the browser shows its own error page."""
        if self.activity.document and self.activity.document['unreachable']:
            raise PageUnreachable('%s could not be opened, or led away from the project' % address)

    def checked(self, locator):
        """The locator. Raises BadParameter if a value of the agent in it computes."""
        using, value = locator['using'], locator['value']
        if using in (By.XPATH, By.CSS_SELECTOR) and value not in self._checked and any(each in value for each in self.answers):
            self._channel.call('selector', using=using, value=value)
            self._checked.add(value)
        return locator

    def found(self, locator):
        self.proven.add(locator)

    def material(self, path):
        return self._channel.call('material', path=path)

    def address(self, value):
        """The address in this trial. Raises BadParameter if it is not the project's."""
        return value if value == 'about:blank' else self._channel.call('address', value=value)


class Driver(Searchable):
    name = 'chrome'

    def __init__(self, browser):
        self._browser = browser
        self.switch_to = SwitchTo(browser)

    def _command(self, method, path, body=None):
        return self._browser.wire(method, path, body)

    def get(self, url):
        if not isinstance(url, str):
            raise BadParameter('%r is not an address' % (url,))
        address = self._browser.address(url)
        with self._browser.action():
            self._command('POST', '/url', {'url': address})
        self._browser.expect_page(url)

    def back(self):
        self._move('/back')

    def forward(self):
        self._move('/forward')

    def refresh(self):
        self._move('/refresh')

    def _move(self, path):
        with self._browser.action():
            self._command('POST', path, {})

    @property
    def page_source(self):
        # The driver's own command runs in the main world, where the page's scripts could forge the result.
        return self._browser.execute('return document.documentElement?.outerHTML ?? ""', [])

    @property
    def title(self):
        return self._command('GET', '/title') or ''

    @property
    def current_url(self):
        return self._browser._channel.call('shown', value=self._command('GET', '/url'))

    @property
    def current_window_handle(self):
        return self._command('GET', '/window')

    @property
    def window_handles(self):
        return self._command('GET', '/window/handles')

    def execute_script(self, script, *arguments):
        with self._browser.action():
            return self._browser.execute(script, arguments)

    def get_cookies(self):
        return self._command('GET', '/cookie')

    def get_cookie(self, name):
        return next((cookie for cookie in self.get_cookies() if cookie['name'] == name), None)

    def delete_all_cookies(self):
        self._command('DELETE', '/cookie')

    def implicitly_wait(self, seconds):
        self._command('POST', '/timeouts', {'implicit': int(float(seconds) * 1000)})

    def set_page_load_timeout(self, seconds):
        """Does nothing: the harness sets its own limit."""

    def set_window_size(self, width, height, windowHandle='current'):
        self._command('POST', '/window/rect', {'width': int(width), 'height': int(height)})

    def maximize_window(self):
        self._command('POST', '/window/maximize', {})

    def close(self):
        """Does nothing: all testcodes of the trial share the window."""

    quit = close


class SwitchTo:
    def __init__(self, browser):
        self._browser = browser

    @property
    def alert(self):
        alert = Alert(self._browser)
        # Raises like Selenium if there is no alert, but first waits for one that is about to open.
        wait_until_open(alert)
        return alert

    @property
    def active_element(self):
        return Element(self._browser, self._browser.wire('GET', '/element/active')[ELEMENT])

    def frame(self, reference):
        if isinstance(reference, str):
            reference = self._browser.driver.find_element('css selector', '[id="%s"], [name="%s"]' % (reference, reference))
        frame = {ELEMENT: reference.id} if isinstance(reference, Element) else reference
        self._browser.wire('POST', '/frame', {'id': frame})

    def default_content(self):
        self._browser.wire('POST', '/frame', {'id': None})

    def parent_frame(self):
        self._browser.wire('POST', '/frame/parent', {})

    def window(self, handle):
        self._browser.wire('POST', '/window', {'handle': handle})


class Alert:
    def __init__(self, browser):
        self._browser = browser

    @property
    def text(self):
        return self._browser.wire('GET', '/alert/text')

    def accept(self):
        self._end('/alert/accept')

    def dismiss(self):
        self._end('/alert/dismiss')

    def send_keys(self, keys):
        self._browser.wire('POST', '/alert/text', {'text': keys})

    def _end(self, path):
        self._browser.before_click()
        with self._browser.action():
            self._browser.wire('POST', path, {})
