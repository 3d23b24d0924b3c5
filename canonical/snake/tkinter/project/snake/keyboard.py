"""Turns Tk's key events into presses and holds.

A held key repeats: X sends a release and a press with the same time. A
release therefore counts only when no such press follows it.
"""

RELEASE_DELAY = 30   # milliseconds to wait for the press
REPEAT_GAP = 2       # milliseconds between the two, by X's clock


class Keyboard:
    def __init__(self, root):
        self._root = root
        self._on_press = {}
        self._held = set()
        self._releases = {}
        self._watchers = {}
        root.bind("<KeyPress>", self._press)
        root.bind("<KeyRelease>", self._release)
        root.bind("<FocusOut>", self._lost_focus)

    def on_press(self, names, action):
        """Call `action` once when one of the keys goes down."""
        for name in names:
            self._on_press[name] = action

    def on_hold(self, names, action):
        """Call `action(True)` when a key goes down, `action(False)` when up."""
        for name in names:
            self._watchers[name] = action

    def _press(self, event):
        name = event.keysym
        if name in self._releases:
            timer, time = self._releases.pop(name)
            self._root.after_cancel(timer)
            if event.time - time > REPEAT_GAP:      # really let go
                self._let_go(name)
        if name in self._held:
            return
        self._held.add(name)
        if name in self._watchers:
            self._watchers[name](True)
        if name in self._on_press:
            self._on_press[name]()

    def _release(self, event):
        name = event.keysym
        if name in self._held and name not in self._releases:
            timer = self._root.after(RELEASE_DELAY, self._let_go, name)
            self._releases[name] = (timer, event.time)

    def _let_go(self, name):
        self._releases.pop(name, None)
        self._held.discard(name)
        if name in self._watchers:
            self._watchers[name](False)

    def _lost_focus(self, event):
        if event.widget is self._root:
            for timer, _ in self._releases.values():
                self._root.after_cancel(timer)
            for name in list(self._held):
                self._let_go(name)
