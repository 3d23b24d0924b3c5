"""Exceptions that end a testcode. The class decides whose fault it is."""


class Interruption(BaseException):
    """Not caught by `except Exception` in a testcode; a bare `except` cannot hide it either (see clock.py)."""


class TimedOut(Interruption):
    """The testcode reached its deadline."""


class BadParameter(Interruption):
    """A value of the agent leads out of the project, or is not of the right kind."""


class ProjectTrouble(Interruption):
    """The project cannot be judged any more: it reached a limit, or its server has ended."""


class NotMet(Interruption):
    """The program failed in a way that fails every testcode."""


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
    """An error of the WebDriver standard: the browser refused a command."""

    def __init__(self, msg='', code='unknown error'):
        super().__init__(msg)
        self.msg = msg
        self.code = code


class NoSuchElementException(WebDriverException):
    """Carries the locator, so that values of the agent can be distinguished from texts of the testcode."""

    locator = ''


class InvalidSelectorException(NoSuchElementException):
    pass


class NoAlertPresentException(WebDriverException):
    pass


class UnexpectedAlertPresentException(WebDriverException):
    pass


class PageUnreachable(WebDriverException):
    """The address could not be opened: no server listens, or the browser's policy blocks it."""


class PageLoadTimeout(WebDriverException):
    pass
