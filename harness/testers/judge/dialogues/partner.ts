/** The part of the harness in a dialogue with a program. */
export interface Partner {
  /** @param chunk What the program wrote, in pieces of any size */
  hear(chunk: Buffer, reply: (text: string) => void): void
  /** The share of the points that was earned, from 0 to 1. */
  share(): number
}
