"""The plugin of pytest that tells which tests are there and how each of their phases ends."""
import faulthandler
import os
import time

import pytest

LONGEST_TEXT = 4000


def plugin(send, job, integrity):
    wanted = job['wanted'] and {name: index for index, name in enumerate(job['wanted'])}
    numbers, functions, allowed = {}, {}, set(job['allowed'])
    tests = os.path.join(os.getcwd(), job['tests']) + '/'
    # Libraries for tests replace the clocks of modules.
    clock = time.monotonic
    seconds = job['seconds']

    def check(number=None):
        for change in integrity.tampering():
            send(('tampered', 'replaced', change))
        for name in integrity.replaced() if number is not None else ():
            send(('replaced', number, name))

    def check_function(item):
        if getattr(item, 'function', None) is not functions.get(item.nodeid):
            what = 'the code of ' + item.nodeid
            if what not in allowed:
                send(('tampered', 'replaced', what))

    def check_origin(item):
        code = getattr(functions[item.nodeid], '__code__', None)
        if code is not None and not code.co_filename.startswith(tests):
            what = 'the origin of ' + item.nodeid
            if what not in allowed:
                send(('tampered', 'replaced', what))

    def watched(phase, item):
        number = numbers[item.nodeid]
        if phase == 'call':
            check_function(item)
        if phase == 'setup':
            check()
            integrity.restore()
            limit = seconds[number] if number < len(seconds) else 0
            if limit:
                faulthandler.dump_traceback_later(limit, exit=True, file=job['log'])
            send(('begin', number, clock()))
        outcome = yield
        check(number)
        error = outcome.excinfo
        send(('phase', number, phase, error is None, clock()))

    class Watcher:
        @pytest.hookimpl(trylast=True)
        def pytest_collection_modifyitems(self, session, config, items):
            for index, item in enumerate(items):
                if not wanted:
                    send(('item', index, item.nodeid))
            chosen = [item for item in items if not wanted or item.nodeid in wanted]
            numbers.update({item.nodeid: wanted[item.nodeid] if wanted else index for index, item in enumerate(chosen)})
            items[:] = chosen
            for item in chosen:
                functions[item.nodeid] = getattr(item, 'function', None)
                check_origin(item)
            hooks = config.pluginmanager.hook
            check()
            integrity.add_hooks([caller for caller in vars(hooks).values() if hasattr(caller, 'get_hookimpls')])

        @pytest.hookimpl(trylast=True)
        def pytest_sessionfinish(self):
            check()

        @pytest.hookimpl(trylast=True)
        def pytest_collectreport(self, report):
            if report.failed:
                send(('uncollected', str(report.nodeid), text_of(report)))

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_setup(self, item):
            yield from watched('setup', item)

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_call(self, item):
            yield from watched('call', item)

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_teardown(self, item):
            yield from watched('teardown', item)

        @pytest.hookimpl(hookwrapper=True, tryfirst=True)
        def pytest_runtest_makereport(self, item, call):
            outcome = yield
            report = outcome.get_result()
            number = numbers[item.nodeid]
            expected = hasattr(report, 'wasxfail')
            text = '' if report.outcome == 'passed' else text_of(report)
            send(('report', number, str(report.when), str(report.outcome), expected, text))
            if report.when == 'teardown':
                check()
                faulthandler.cancel_dump_traceback_later()
                send(('done', number))

    return Watcher()


def text_of(report):
    text = report.longreprtext if not isinstance(report.longrepr, tuple) else str(report.longrepr[2])
    return str(text)[-LONGEST_TEXT:]
