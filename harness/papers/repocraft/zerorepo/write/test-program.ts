/**
 * Runs a test file of Python and prints its result as JSON in a line that begins with the mark. Tests are functions whose names begin with
 * `test`, and test cases of unittest. It uses nothing but the standard library.
 */
export const PYTHON_TESTS = `
import importlib.util, inspect, io, json, os, sys, traceback, unittest
path, mark = sys.argv[1], sys.argv[2]
root = os.getcwd()
sys.path[:0] = [folder for folder in (root, os.path.join(root, 'src')) if os.path.isdir(folder)]
out = sys.__stdout__
def tell(passed, of, log):
    out.write('\\n' + mark + json.dumps({'passed': passed, 'of': of, 'log': log}) + '\\n')
    out.flush()
try:
    spec = importlib.util.spec_from_file_location('unit_under_test_tests', path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    for name, value in list(vars(module).items()):
        if name.startswith('test') and inspect.isfunction(value) and value.__module__ == module.__name__:
            suite.addTest(unittest.FunctionTestCase(value, description=name))
except BaseException:
    tell(0, 1, traceback.format_exc())
    sys.exit(0)
told = io.StringIO()
result = unittest.TextTestRunner(stream=told, verbosity=2, failfast=False).run(suite)
bad = len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
tell(max(0, result.testsRun - bad - len(result.skipped)), result.testsRun - len(result.skipped), told.getvalue())
`
