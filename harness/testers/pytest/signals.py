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
ONCE = {'_signal', '_imp', 'gc'}


def guard(opaque):
    """Replaces the functions of the interpreter that set handlers and that load its modules. opaque: see `opaque.py`.

    Returns the threads that look at an audit event, in which handlers wait, and functions by which a thread becomes one and ends it.
    """
    looks, late = set(), []
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
    enter, leave = quiet(looks, opaque)
    main = _thread.get_ident()

    def leave_and_handle(ident):
        leave(ident)
        # Only the main thread handles signals, so those that waited came while it looked at something itself.
        while late and ident == main:
            handler, number = late.pop(0)
            handler(number, None)

    return types.SimpleNamespace(looks=looks, enter=enter, leave=leave_and_handle)


def quiet(looks, opaque):
    """Functions by which a thread enters `looks` and leaves it. While there is any, nobody can start the garbage collector."""
    # A thread cannot start it between the two steps of another one.
    gate, wanted = _thread.RLock(), [False]
    start, stop, is_on = gc.enable, gc.disable, gc.isenabled

    def enter(ident):
        with gate:
            looks.add(ident)
            if is_on():
                wanted[0] = True
                stop()

    def leave(ident):
        with gate:
            looks.discard(ident)
            if wanted[0] and not looks:
                wanted[0] = False
                start()

    def enable():
        with gate:
            if looks:
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
        """In a forked copy, other threads neither look at anything nor give the lock back."""
        nonlocal gate
        gate = _thread.RLock()
        for ident in [each for each in looks if each != _thread.get_ident()]:
            looks.discard(ident)

    os.register_at_fork(after_in_child=begin_again)
    gc.enable, gc.disable, gc.isenabled = opaque(enable), opaque(disable), opaque(isenabled)
    return enter, leave


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

