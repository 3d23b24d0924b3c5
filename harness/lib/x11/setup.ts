/** The parts of a server's description of itself that are used. */
export interface Setup {
  readonly root: number
  /** The bits by which a client tells its own windows apart; the others tell the clients apart. */
  readonly resourceMask: number
  readonly width: number
  readonly height: number
  readonly firstKeycode: number
  readonly lastKeycode: number
}

const ACCEPTED = 1
/** Bytes before the vendor's name, and bytes of one pixmap format. */
const FIXED = 40
const FORMAT = 8

/** @throws Error with the server's reason if it refused */
export function readSetup(bytes: Buffer): Setup {
  if (bytes[0] !== ACCEPTED)
    throw new Error(`the display refused the connection: ${bytes.toString('latin1', 8, 8 + (bytes[1] ?? 0)).trim()}`)
  const vendor = Math.ceil(bytes.readUInt16LE(24) / 4) * 4
  const screen = FIXED + vendor + FORMAT * (bytes[29] ?? 0)
  return {
    root: bytes.readUInt32LE(screen),
    resourceMask: bytes.readUInt32LE(16),
    width: bytes.readUInt16LE(screen + 20),
    height: bytes.readUInt16LE(screen + 22),
    firstKeycode: bytes[34] ?? 0,
    lastKeycode: bytes[35] ?? 0,
  }
}
