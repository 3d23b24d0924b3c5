"""What ends a testcode, by class: the class says whose fault it is."""


class Interruption(BaseException):
    """Not to be caught by a testcode's `except Exception`; a bare `except` cannot hide it either (see clock.py)."""


class TimedOut(Interruption):
    """The testcode reached its deadline."""


class BadParameter(Interruption):
    """A value that the agent gave leads where it must not, or is not what it has to be."""


class ProjectTrouble(Interruption):
    """The project cannot be looked at any more: a limit, a server that is gone."""


class NotMet(Interruption):
    """What the program did is not what any testcode could expect."""


class HarnessTrouble(Interruption):
    """The harness or its machine is at fault."""


class BrowserLost(Interruption):
    """The browser, its page or its driver is gone."""


FAULTS = {
    'bad-parameter': BadParameter,
    'project': ProjectTrouble,
    'expectation': NotMet,
    'harness': HarnessTrouble,
}


class WebDriverException(Exception):
    """The browser refused a command, as the WebDriver standard says it."""

    def __init__(self, msg='', code='unknown error'):
        super().__init__(msg)
        self.msg = msg
        self.code = code


class NoSuchElementException(WebDriverException):
    """Carries the locator, so that a value of the agent can be told from the testcode's own text."""

    locator = ''


class InvalidSelectorException(NoSuchElementException):
    pass


class NoAlertPresentException(WebDriverException):
    pass


class UnexpectedAlertPresentException(WebDriverException):
    pass


class UnexpectedTagNameException(WebDriverException):
    pass


class PageUnreachable(WebDriverException):
    """The address could not be opened: nobody listens, or the browser is not let there."""


class PageLoadTimeout(WebDriverException):
    pass
