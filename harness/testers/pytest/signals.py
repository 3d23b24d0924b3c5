"""Handlers of signals get no frame: they run wherever the process is just then, also in the judge's functions, whose frames have its key.

The function that sets handlers is a local variable of a generator; see `watch.py`.
"""
import _frozen_importlib
import _imp
import _signal
import _thread
import signal

# They could be loaded a second time, with the functions that are replaced here.
ONCE = {'_signal', '_imp'}


def guard(opaque):
    """Replaces the functions of the interpreter that set handlers and that load its modules. opaque: see `opaque.py`.

    Returns the threads in which handlers have to wait, and a list of those that waited, each with the number of its signal.
    """
    waits, late = set(), []
    gate = gates(_signal.signal, _signal.getsignal, _imp.create_builtin, waits, late, opaque)
    next(gate)
    ask, lock = gate.send, _thread.RLock()

    def replacement(name):
        def function(*args):
            # A thread cannot ask while another one does.
            with lock:
                result, error = ask((name, args))
            if error is not None:
                raise error.with_traceback(None)
            return result

        return opaque(function)

    _signal.signal, _signal.getsignal = replacement('signal'), replacement('getsignal')
    _imp.create_builtin = replacement('create_builtin')
    for each in (signal.signal, signal.getsignal):
        # Before Python 3.11, they name the functions that they call.
        each.__dict__.pop('__wrapped__', None)
    return waits, late


def gates(set_handler, handler_of, create, waits, late, opaque):
    """Takes (name of the function, arguments) and gives (result, exception)."""
    make = _frozen_importlib.ModuleSpec, _frozen_importlib.BuiltinImporter

    def call(name, args):
        if name == 'signal':
            number, handler = args
            return given(set_handler(number, without_frame(handler) if callable(handler) else handler))
        if name == 'getsignal':
            return given(handler_of(*args))
        (spec,) = args
        module = spec.name
        if type(module) is not str or module in ONCE:
            raise ImportError('it cannot be loaded a second time')
        # Another object could have another name when it is asked again.
        return create(make[0](module, make[1], origin='built-in'))

    def without_frame(handler):
        if handler is default:
            return handler

        def called(number, _frame):
            if get_ident() in waits:
                late.append((handler, number))
                return None
            return handler(number, None)

        inner = opaque(called)
        givens[id(inner)] = inner, handler
        return inner

    def given(handler):
        """The handler that was set, of one that gets no frame."""
        return givens.get(id(handler), (None, handler))[1]

    givens, get_ident, default = {}, _thread.get_ident, _signal.default_int_handler
    answer = None
    while True:
        name, args = yield answer
        try:
            answer = call(name, args), None
        except BaseException as error:
            # Also of a handler that runs meanwhile: the caller gets it, and the generator goes on.
            answer = None, error

