"""The browser's clipboard, with the interface of `pyperclip`, which testcodes use for the clipboard of the desktop."""
from types import SimpleNamespace

READ = """
const done = arguments[arguments.length - 1]
navigator.clipboard.readText().then((text) => done(text), (error) => done({ problem: String(error) }))
"""


def pyperclip_of(browser):
    def paste():
        permission = {'name': 'clipboard-read'}
        browser.cdp('Browser.setPermission', permission=permission, setting='granted')
        browser.cdp('Page.bringToFront')
        text = browser.wire('POST', '/execute/async', {'script': READ, 'args': []})
        if isinstance(text, dict):
            raise RuntimeError('the clipboard cannot be read: %s' % text['problem'])
        return text

    def copy(_):
        raise NotImplementedError('a testcode can only read the clipboard; the page writes it')

    return SimpleNamespace(paste=paste, copy=copy)
