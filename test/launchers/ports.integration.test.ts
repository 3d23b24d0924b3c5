import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePort, isOccupied, takeTurn } from '../../harness/launchers/ports.ts'

describe('freePort', () => {
  it('gives a port that can be listened on', async () => {
    const port = await freePort()
    const server = net.createServer().listen(port)
    await once(server, 'listening')
    expect(server.address()).toMatchObject({ port })
    server.close()
    await once(server, 'close')
  })
})

describe('isOccupied', () => {
  it.each(['127.0.0.1', '::1', '0.0.0.0', '::'])('detects a listener on %s', async (host) => {
    const port = await freePort()
    expect(await isOccupied(port)).toBe(false)
    const server = net.createServer().listen(port, host)
    await once(server, 'listening')
    expect(await isOccupied(port)).toBe(true)
    server.close()
    await once(server, 'close')
    expect(await isOccupied(port)).toBe(false)
  })
})

describe('takeTurn', () => {
  it('gives turns one at a time, in the order of the requests', async () => {
    const order: number[] = []
    let inside = 0
    await Promise.all(
      [1, 2, 3, 4].map(async (number) => {
        const release = await takeTurn(1)
        inside += 1
        expect(inside).toBe(1)
        order.push(number)
        await new Promise(setImmediate)
        inside -= 1
        release()
      }),
    )
    expect(order).toEqual([1, 2, 3, 4])
  })

  it('keeps separate queues for separate ports', async () => {
    const turns = await Promise.all([takeTurn(2), takeTurn(3)])
    expect(turns).toHaveLength(2)
    for (const end of turns) end()
  })

  it('allows a turn to be ended twice', async () => {
    const first = await takeTurn(4)
    const waiting = takeTurn(4)
    first()
    const second = await waiting
    let third = false
    const last = takeTurn(4).then((release) => {
      third = true
      release()
    })
    first()
    await new Promise(setImmediate)
    expect(third).toBe(false)
    second()
    await last
    second()
    ;(await takeTurn(4))()
  })
})
