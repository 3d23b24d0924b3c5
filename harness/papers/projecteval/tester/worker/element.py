"""An element of a page, with the interface of Selenium's `WebElement`."""
import re

from by import By, on_the_wire
from faults import NoSuchElementException, WebDriverException

# Boolean attributes, as in Selenium's getAttribute: their value does not matter.
BOOLEANS = frozenset(
    'allowfullscreen allowpaymentrequest allowusermedia async autofocus autoplay checked compact complete controls '
    'declare default defaultchecked defaultselected defer disabled ended formnovalidate hidden indeterminate '
    'iscontenteditable ismap itemscope loop multiple muted nohref nomodule noresize noshade novalidate nowrap open '
    'paused playsinline pubdate readonly required reversed scoped seamless seeking selected truespeed typemustmatch '
    'willvalidate'.split()
)
PROPERTIES = {'class': 'className', 'readonly': 'readOnly'}
SELECTABLE = ('input', 'option')
KEYS_THAT_SUBMIT = ('\n', '\ue006', '\ue007')
ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
MATERIAL = re.compile(r'[\\/]data[\\/]material[\\/](.+)$', re.S)
LOOKS_LIKE_A_PATH = re.compile(r'^(/|~|[A-Za-z]:[\\/]|%)')


class Searchable:
    """Search methods of pages and elements."""

    def find_element(self, by=By.ID, value=None):
        locator = self._browser.checked(on_the_wire(by, value))
        try:
            found = self._command('POST', '/element', locator)
        except NoSuchElementException as error:
            error.locator = value
            raise
        self._browser.found(value)
        return Element(self._browser, found[ELEMENT])

    def find_elements(self, by=By.ID, value=None):
        found = self._command('POST', '/elements', self._browser.checked(on_the_wire(by, value)))
        if found:
            self._browser.found(value)
        return [Element(self._browser, each[ELEMENT]) for each in found]


class Element(Searchable):
    def __init__(self, browser, identifier):
        self._browser = browser
        self.id = identifier

    def __eq__(self, other):
        return isinstance(other, Element) and other.id == self.id

    def __hash__(self):
        return hash(self.id)

    def _command(self, method, path, body=None):
        return self._browser.wire(method, '/element/%s%s' % (self.id, path), body)

    # -- actions

    def click(self):
        self._browser.before_click()
        with self._browser.action():
            self._command('POST', '/click', {})

    def clear(self):
        with self._browser.action():
            self._command('POST', '/clear', {})

    def send_keys(self, *values):
        text = ''.join(str(value) for value in values)
        text = self._as_file(text)
        if any(key in text for key in KEYS_THAT_SUBMIT):
            self._browser.before_click()
        with self._browser.action():
            self._command('POST', '/value', {'text': text})

    def submit(self):
        self._browser.before_click()
        form = self.find_element(By.XPATH, './ancestor-or-self::form')
        with self._browser.action():
            self._browser.execute('arguments[0].requestSubmit()', [form])

    def _as_file(self, text):
        """Replaces a path of a material on the publishers' machine by its path here; other paths are refused for file fields."""
        material = MATERIAL.search(text)
        if material:
            return self._browser.material(material.group(1))
        if LOOKS_LIKE_A_PATH.match(text) and self.get_property('type') == 'file':
            return self._browser.material(text)
        return text

    # -- state

    @property
    def text(self):
        return self._command('GET', '/text')

    @property
    def tag_name(self):
        return self._command('GET', '/name')

    def is_displayed(self):
        return self._command('GET', '/displayed')

    def is_enabled(self):
        return self._command('GET', '/enabled')

    def is_selected(self):
        return self._command('GET', '/selected')

    def value_of_css_property(self, name):
        return self._command('GET', '/css/%s' % name)

    def get_property(self, name):
        return self._command('GET', '/property/%s' % name)

    def get_dom_attribute(self, name):
        return self._command('GET', '/attribute/%s' % name)

    def get_attribute(self, name):
        """The property if it has a plain value, otherwise the attribute, as in Selenium."""
        lower = name.lower()
        if lower == 'style':
            return self._browser.execute("return arguments[0].style?.cssText ?? ''", [self])
        if lower in ('checked', 'selected') and self.tag_name in SELECTABLE:
            # The current state, not the attribute of the source.
            return 'true' if self.is_selected() else None
        if lower in BOOLEANS:
            there = self.get_property(PROPERTIES.get(lower, lower)) or self.get_dom_attribute(lower) is not None
            return 'true' if there else None
        if lower in ('href', 'src') and self.get_dom_attribute(lower) is None:
            return None
        value = self.get_property(PROPERTIES.get(lower, name))
        if value is None or isinstance(value, (dict, list)):
            value = self.get_dom_attribute(name)
        if isinstance(value, bool):
            return str(value).lower()
        return value if value is None else str(value)

    @property
    def rect(self):
        return self._command('GET', '/rect')

    @property
    def size(self):
        return {key: self.rect[key] for key in ('width', 'height')}

    @property
    def location(self):
        return {key: self.rect[key] for key in ('x', 'y')}

    @property
    def parent(self):
        return self._browser.driver


class UnexpectedTagName(WebDriverException):
    pass


class Select:
    """A drop-down list, with the rules of Selenium's `Select`."""

    def __init__(self, element):
        if element.tag_name.lower() != 'select':
            raise UnexpectedTagName('Select only works on <select> elements, not on <%s>' % element.tag_name)
        self._element = element
        self.is_multiple = element.get_dom_attribute('multiple') is not None

    @property
    def options(self):
        return self._element.find_elements(By.TAG_NAME, 'option')

    @property
    def all_selected_options(self):
        return [option for option in self.options if option.is_selected()]

    @property
    def first_selected_option(self):
        for option in self.all_selected_options:
            return option
        raise NoSuchElementException('no option is selected')

    def select_by_value(self, value):
        self._select(lambda option: option.get_attribute('value') == value, 'value %r' % (value,))

    def select_by_visible_text(self, text):
        self._select(lambda option: option.text.strip() == text.strip(), 'text %r' % (text,))

    def select_by_index(self, index):
        self._select(lambda option: option.get_attribute('index') == str(index), 'index %r' % (index,))

    def deselect_all(self):
        for option in self.all_selected_options:
            option.click()

    def _select(self, wanted, name):
        matching = [option for option in self.options if wanted(option)]
        if not matching:
            raise NoSuchElementException('cannot locate option with %s' % name)
        for option in matching if self.is_multiple else matching[:1]:
            if not option.is_enabled():
                raise NotImplementedError('a disabled option cannot be selected')
            if not option.is_selected():
                option.click()
