import type net from 'node:net'
import type { Destination } from './destinations.ts'

/** Milliseconds until a connection attempt counts as failed. */
const CONNECT_DEADLINE = 30_000

/** Records which hosts could not be connected to: a program that asks for such a host is not at fault. */
export class Reachability {
  readonly #problems = new Map<string, string>()

  /** Call before the connection is open. An attempt that takes too long is aborted. */
  watch({ name }: Destination, connection: net.Socket): void {
    let isOpen = false
    const deadline = setTimeout(() => {
      connection.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }))
    }, CONNECT_DEADLINE)
    connection.once('connect', () => {
      isOpen = true
      clearTimeout(deadline)
      this.#problems.delete(name)
    })
    connection.on('error', (error: NodeJS.ErrnoException) => {
      if (!isOpen) this.#problems.set(name, `${name} (${error.code ?? error.message})`)
    })
    connection.once('close', () => clearTimeout(deadline))
  }

  /** The hosts whose last connection attempt failed. */
  problem(): string | undefined {
    return this.#problems.size === 0 ? undefined : [...this.#problems.values()].join(', ')
  }
}
