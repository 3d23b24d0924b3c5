"""The plugin of pytest that tells which tests are there and how each of their phases ends."""
import linecache

import pytest

LONGEST_TEXT = 4000


def plugin(step, is_shown, tests):
    """step: takes a tuple; see `watch.py`. is_shown: whether somebody reads how assertions failed. tests: their folder."""

    class Watcher:
        @pytest.hookimpl(trylast=True)
        def pytest_sessionstart(self):
            hide_session()

        @pytest.hookimpl(trylast=True)
        def pytest_collection_modifyitems(self, session, config, items):
            step(('collected', items, config.pluginmanager.hook))

        @pytest.hookimpl(trylast=True)
        def pytest_sessionfinish(self):
            step(('finished',))

        @pytest.hookimpl(trylast=True)
        def pytest_collectreport(self, report):
            if report.failed:
                step(('uncollected', str(report.nodeid), text_of(report)))

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_setup(self, item):
            if not is_shown:
                hide_test()
            step(('before', 'setup', item))
            outcome = yield
            step(('after', 'setup', item, outcome.excinfo is None))

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_call(self, item):
            step(('before', 'call', item))
            outcome = yield
            step(('after', 'call', item, outcome.excinfo is None))

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_teardown(self, item):
            step(('before', 'teardown', item))
            outcome = yield
            step(('after', 'teardown', item, outcome.excinfo is None))

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_makereport(self, item, call):
            outcome = yield
            report = outcome.get_result()
            text = '' if report.outcome == 'passed' else text_of(report)
            forget_sources(tests)
            step(('reported', str(report.when), item, str(report.outcome), hasattr(report, 'wasxfail'), text))

    return Watcher()


def hide_session():
    """Objects that pytest keeps for its debugger, and to warn of unknown marks, lead to everything."""
    from _pytest.debugging import pytestPDB
    from _pytest.mark.structures import MARK_GEN
    pytestPDB._pluginmanager = pytestPDB._config = MARK_GEN._config = None


def hide_test():
    """An object that pytest keeps to explain assertions leads to the test that runs."""
    from _pytest.assertion import util
    util._reprcompare = util._assertion_pass = util._config = None


def forget_sources(tests):
    """pytest reads a test file to show how a test failed, and its lines are kept where everybody finds them."""
    for file in [each for each in list(linecache.cache) if type(each) is str and each.startswith(tests)]:
        linecache.cache.pop(file, None)


def text_of(report):
    text = report.longreprtext if not isinstance(report.longrepr, tuple) else str(report.longrepr[2])
    return str(text)[-LONGEST_TEXT:]
