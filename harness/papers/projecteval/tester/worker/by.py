"""Locators, and their form in the WebDriver protocol."""


class By:
    ID = 'id'
    XPATH = 'xpath'
    LINK_TEXT = 'link text'
    PARTIAL_LINK_TEXT = 'partial link text'
    NAME = 'name'
    TAG_NAME = 'tag name'
    CLASS_NAME = 'class name'
    CSS_SELECTOR = 'css selector'


_AS_CSS = {
    By.ID: '[id="%s"]',
    By.NAME: '[name="%s"]',
    By.CLASS_NAME: '.%s',
}


def on_the_wire(by, value):
    """The protocol has no locators for ids, names and classes; clients send CSS instead."""
    if by in _AS_CSS:
        return {'using': By.CSS_SELECTOR, 'value': _AS_CSS[by] % (value,)}
    return {'using': by, 'value': value}
