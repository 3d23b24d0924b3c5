import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { DisplayLost, XConnection } from '../../../harness/lib/x11/connection.ts'
import { temporaryFolder } from '../../helpers.ts'

/** A description of a server with one screen, no vendor and no pixmap formats. */
function description(): Buffer {
  const bytes = Buffer.alloc(88)
  bytes[0] = 1
  bytes.writeUInt16LE((bytes.length - 8) / 4, 6)
  return bytes
}

test('requests to a display that is gone are rejected, and none throws at once', async () => {
  await using folder = await temporaryFolder()
  const path = folder.file('X0')
  const server = net.createServer((socket) => socket.once('data', () => socket.write(description())))
  await once(server.listen(path), 'listening')
  const connected = once(server, 'connection')
  await using connection = await XConnection.open(path, Buffer.alloc(16))
  const [socket] = (await connected) as [net.Socket]
  const first = connection.ask(Buffer.alloc(4))
  socket.destroy()
  await expect(first).rejects.toThrow(DisplayLost)
  // An unhandled rejection would fail the test.
  await expect(Promise.all([connection.ask(Buffer.alloc(4)), connection.ask(Buffer.alloc(4))])).rejects.toThrow(
    'the connection to the display was closed',
  )
  server.close()
})
