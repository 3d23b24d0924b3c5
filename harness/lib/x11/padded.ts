/** Fields of the protocol end at multiples of four bytes. */
export function padField(field: Buffer): Buffer {
  return Buffer.concat([field, Buffer.alloc((4 - (field.length % 4)) % 4)])
}
