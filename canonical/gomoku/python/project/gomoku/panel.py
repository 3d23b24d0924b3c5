import tkinter

from . import theme


class Panel(tkinter.Frame):
    """The panel beside the board: whose turn it is, how many stones lie, and two buttons."""

    def __init__(self, parent, on_new_game, on_players):
        super().__init__(parent, width=theme.PANEL, background=theme.BACKGROUND)
        self.pack_propagate(False)
        self._label('Gomoku', theme.TITLE_FONT, theme.INK).pack(pady=(34, 2))
        self._label('five in a row', theme.TEXT_FONT, theme.PALE).pack()
        self.message = self._label('', theme.MESSAGE_FONT, theme.INK)
        self.message.pack(pady=(46, 0), ipady=8, fill='x')
        self._label('stones on the board', theme.TEXT_FONT, theme.PALE).pack(pady=(34, 0))
        self.count = self._label('0', theme.NUMBER_FONT, theme.INK)
        self.count.pack(ipady=6, fill='x')
        self.players = self._label('', theme.TEXT_FONT, theme.PALE)
        self.players.pack(side='bottom', pady=(6, 34))
        self._button('Change White', on_players).pack(side='bottom', pady=(10, 0))
        self._button('New game', on_new_game).pack(side='bottom')

    def show(self, game, is_machine):
        self.message['text'] = game.message()
        self.count['text'] = str(len(game.board.stones))
        self.players['text'] = 'White: the machine' if is_machine else 'White: a person'

    def _label(self, text, font, colour):
        return tkinter.Label(self, text=text, font=font, foreground=colour, background=theme.BACKGROUND)

    def _button(self, text, command):
        return tkinter.Button(
            self,
            text=text,
            command=command,
            width=16,
            font=theme.TEXT_FONT,
            foreground=theme.INK,
            background=theme.BUTTON,
            activeforeground=theme.INK,
            activebackground=theme.PRESSED,
            relief='flat',
            highlightthickness=0,
            pady=8,
        )
