import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { ignoreClosedPipes } from '../../../harness/lib/processes/closed-pipes.ts'

it('a closed pipe is no error, and everything else is', () => {
  const stream = new EventEmitter()
  const emit = (code: string) => stream.emit('error', Object.assign(new Error(code), { code }))
  expect(() => emit('EPIPE')).toThrow('EPIPE')
  ignoreClosedPipes([stream])
  expect(() => emit('EPIPE')).not.toThrow()
  expect(() => emit('EIO')).toThrow('EIO')
})
