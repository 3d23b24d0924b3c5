/** Bytes of a cookie. */
export const COOKIE_BYTES = 16
export const COOKIE_NAME = 'MIT-MAGIC-COOKIE-1'
/** FamilyWild of Xauth(3): the entry is for every display of every host. */
const ANY_FAMILY = 0xffff

/** An authority file with one cookie, for a server and for its clients; Xauth(3). */
export function authorityFile(cookie: Buffer): Buffer {
  const family = Buffer.alloc(2)
  family.writeUInt16BE(ANY_FAMILY)
  const fields = [Buffer.alloc(0), Buffer.alloc(0), Buffer.from(COOKIE_NAME), cookie]
  return Buffer.concat([family, ...fields.flatMap(counted)])
}

function counted(field: Buffer): Buffer[] {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(field.length)
  return [length, field]
}
