/** A key of the keyboard, and whether Shift has to be held for the wanted character. */
export interface Key {
  readonly code: number
  readonly shift: boolean
}

/** Most keysyms of one key that are looked at: without Shift, and with it. */
const LEVELS = 2

/** The keys of a keyboard by keysym. */
export class Keyboard {
  readonly #keys = new Map<number, Key>()

  /** @param mapping The reply to GetKeyboardMapping */
  constructor(mapping: Buffer, firstKeycode: number) {
    const perKey = mapping[1] ?? 0
    const keysyms = (mapping.length - 32) / 4
    for (let index = 0; perKey > 0 && index < keysyms; index += 1) {
      const level = index % perKey
      const keysym = mapping.readUInt32LE(32 + 4 * index)
      const key = { code: firstKeycode + Math.floor(index / perKey), shift: level === 1 }
      if (level < LEVELS && keysym !== 0 && !this.#keys.has(keysym)) this.#keys.set(keysym, key)
    }
  }

  find(keysym: number): Key | undefined {
    return this.#keys.get(keysym)
  }
}
