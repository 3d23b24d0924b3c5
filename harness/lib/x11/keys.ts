/** Keysyms that have names, as programs with windows use them; others are single characters. X11/keysymdef.h. */
const NAMED: Readonly<Record<string, number>> = {
  BackSpace: 0xff08,
  Tab: 0xff09,
  Return: 0xff0d,
  Pause: 0xff13,
  Escape: 0xff1b,
  Home: 0xff50,
  Left: 0xff51,
  Up: 0xff52,
  Right: 0xff53,
  Down: 0xff54,
  PageUp: 0xff55,
  PageDown: 0xff56,
  End: 0xff57,
  Insert: 0xff63,
  Delete: 0xffff,
  ShiftLeft: 0xffe1,
  ShiftRight: 0xffe2,
  ControlLeft: 0xffe3,
  ControlRight: 0xffe4,
  AltLeft: 0xffe9,
  AltRight: 0xffea,
  Space: 0x20,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${String(index + 1)}`, 0xffbe + index])),
}

/** Other names of the same keys, in lower case without separators. */
const ALSO: ReadonlyMap<string, string> = new Map(
  Object.entries({
    enter: 'Return',
    esc: 'Escape',
    spacebar: 'Space',
    arrowleft: 'Left',
    arrowright: 'Right',
    arrowup: 'Up',
    arrowdown: 'Down',
    shift: 'ShiftLeft',
    lshift: 'ShiftLeft',
    rshift: 'ShiftRight',
    control: 'ControlLeft',
    ctrl: 'ControlLeft',
    alt: 'AltLeft',
    del: 'Delete',
  }),
)

const BY_WORD = new Map(Object.keys(NAMED).map((name) => [name.toLowerCase(), name]))

/** The name of a key as this program writes it; undefined for a key that it does not know. */
export function keyNamed(text: string): string | undefined {
  if (/^[!-~]$/.test(text)) return text.toLowerCase()
  if (text === ' ') return 'Space'
  const word = text
    .replace(/^K_/, '')
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase()
  if (/^[!-~]$/.test(word)) return word
  return BY_WORD.get(word) ?? ALSO.get(word)
}

export const KEY_NAMES = Object.keys(NAMED)

/** @returns Undefined for a name that `keyNamed` does not give, and a character outside of ASCII */
export function keysymOf(name: string): number | undefined {
  if (Object.hasOwn(NAMED, name)) return NAMED[name]
  // Characters of ASCII are their own keysyms.
  return /^[ -~]$/.test(name) ? name.charCodeAt(0) : undefined
}
