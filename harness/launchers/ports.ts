import { once } from 'node:events'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { LOOPBACK_ADDRESSES } from '../lib/network/loopback.ts'

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Whether a program listens on a port of this machine's loopback. */
export async function isOccupied(port: number): Promise<boolean> {
  const tries = await Promise.all(LOOPBACK_ADDRESSES.map((host) => connects(host, port)))
  return tries.some(Boolean)
}

function connects(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port })
    const finish = (connected: boolean) => {
      socket.destroy()
      resolve(connected)
    }
    socket.once('connect', () => {
      finish(true)
    })
    socket.once('error', () => {
      finish(false)
    })
  })
}

const queues = new Map<number, Promise<void>>()

/**
 * Waits for exclusive use of a port. Calling the returned function releases it; calling it twice has no effect.
 */
export async function takeTurn(port: number): Promise<() => void> {
  let release: () => void = () => undefined
  const turn = new Promise<void>((resolve) => (release = resolve))
  const previous = queues.get(port) ?? Promise.resolve()
  const queue = previous.then(() => turn)
  queues.set(port, queue)
  await previous
  return () => {
    release()
    if (queues.get(port) === queue) queues.delete(port)
  }
}
