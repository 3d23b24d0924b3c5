import type { EventEmitter } from 'node:events'

/** Writing goes on in vain if the reader of a pipe has closed it, as `head` does: a run is not lost by that. */
export function ignoreClosedPipes(streams: readonly EventEmitter[]): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
