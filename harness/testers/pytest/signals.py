"""Handlers of signals and the garbage collector run code of others wherever the process is just then, also in the judge's functions.

The frames of these have the judge's key, so handlers get no frame. While the judge looks at an audit event, neither of them runs.
The function that sets handlers is a local variable of a generator; see `watch.py`.
"""
import _frozen_importlib
import _imp
import _signal
import _thread
import gc
import os
import signal
import types

# They could be loaded a second time, with the functions that are replaced here.
ONCE = {'_signal', '_imp', 'gc', 'builtins', 'sys'}


def guard(opaque):
    """Replaces the functions of the interpreter that set handlers and that load its modules. opaque: see `opaque.py`.

    Returns the threads that look at an audit event, in which handlers wait, and the functions to call before and after it.
    """
    looks, late = {}, []
    gate = gates(_signal.signal, _signal.getsignal, _imp.create_builtin, looks, late, opaque)
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
    # In a forked copy, no other thread looks at anything, and a new one may get the number of one.
    os.register_at_fork(after_in_child=looks.clear)
    begin, start = stopping(opaque)
    main = _thread.get_ident()

    def end(ident):
        start()
        # Only the main thread handles signals, so those that waited came while it looked at something itself.
        while late and ident == main:
            handler, number = late.pop(0)
            handler(number, None)

    return types.SimpleNamespace(looks=looks, begin=begin, end=end)


def stopping(opaque):
    """Functions that stop the garbage collector and start it again, each as often. In between, nobody else can start it."""
    # A thread cannot start it between the two steps of another one.
    gate, stopped, wanted = _thread.RLock(), [0], [False]
    start, stop, is_on = gc.enable, gc.disable, gc.isenabled

    def begin():
        with gate:
            stopped[0] += 1
            if is_on():
                wanted[0] = True
                stop()

    def end():
        with gate:
            stopped[0] -= 1
            if wanted[0] and stopped[0] == 0:
                wanted[0] = False
                start()

    def enable():
        with gate:
            if stopped[0] > 0:
                wanted[0] = True
            else:
                start()

    def disable():
        with gate:
            wanted[0] = False
            stop()

    def isenabled():
        return wanted[0] or is_on()

    def begin_again():
        """In a forked copy, other threads do not give the lock back."""
        nonlocal gate
        gate, stopped[0] = _thread.RLock(), 0
        if wanted[0]:
            wanted[0] = False
            start()

    os.register_at_fork(after_in_child=begin_again)
    gc.enable, gc.disable, gc.isenabled = opaque(enable), opaque(disable), opaque(isenabled)
    return begin, end


def gates(set_handler, handler_of, create, looks, late, opaque):
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
            if get_ident() in looks:
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

