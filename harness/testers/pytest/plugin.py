"""The plugin of pytest that tells which tests are there and how each of their phases ends."""
import linecache
import types

import pytest

LONGEST_TEXT = 4000
# Set by `plugin`. Variables of a function could be changed unnoticed for a moment; changes of the module are counted.
STEP, SHOWN, TESTS, SHOW = None, None, None, None


def plugin(step, is_shown, tests, show):
    """The hooks as a module of their own. It is no class: `object.__subclasses__` would name it.

    step: takes a tuple; see `watch.py`. is_shown: whether somebody reads how assertions failed. tests: their folder. show: see `sources.py`.
    """
    globals().update(STEP=step, SHOWN=is_shown, TESTS=tests, SHOW=show)
    watcher = types.ModuleType('pe_watcher')
    vars(watcher).update({name: value for name, value in globals().items() if name.startswith('pytest_')})
    return watcher


@pytest.hookimpl(trylast=True)
def pytest_sessionstart():
    hide_session()
    hide_name_of_test()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session, config, items):
    STEP(('collected', items, config.pluginmanager.hook))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    STEP(('finished',))


@pytest.hookimpl(trylast=True)
def pytest_collectreport(report):
    if report.failed:
        STEP(('uncollected', str(report.nodeid), text_of(report)))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_setup(item):
    if not SHOWN:
        hide_test()
    STEP(('before', 'setup', item))
    outcome = yield
    STEP(('after', 'setup', item, outcome.excinfo is None))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_call(item):
    STEP(('before', 'call', item))
    outcome = yield
    STEP(('after', 'call', item, outcome.excinfo is None))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_teardown(item):
    STEP(('before', 'teardown', item))
    outcome = yield
    STEP(('after', 'teardown', item, outcome.excinfo is None))


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_makereport(item, call):
    if call.excinfo is not None:
        SHOW(call.excinfo.tb)
    outcome = yield
    report = outcome.get_result()
    text = '' if report.outcome == 'passed' else text_of(report)
    forget_sources(TESTS)
    STEP(('reported', str(report.when), item, str(report.outcome), hasattr(report, 'wasxfail'), text))


def hide_name_of_test():
    """PYTEST_CURRENT_TEST has the parameters of the running test. Code that only asks whether it is set finds it."""
    import os

    from _pytest import runner
    runner._update_current_test_var = lambda item, when: None
    os.environ['PYTEST_CURRENT_TEST'] = 'test'


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
    """The lines of test files that show how a test failed are kept where everybody finds them."""
    for file in [each for each in list(linecache.cache) if type(each) is str and each.startswith(tests)]:
        linecache.cache.pop(file, None)


def text_of(report):
    text = report.longreprtext if not isinstance(report.longrepr, tuple) else str(report.longrepr[2])
    return str(text)[-LONGEST_TEXT:]
