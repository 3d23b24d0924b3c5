/** The process that parses produced files. A file may crash it, but not the harness. */
import { Socket } from 'node:net'
import v8 from 'node:v8'
import { ExpectationNotMet, ProjectFault, messageOf } from '../../errors.ts'
import { parseCsv } from './csv.ts'
import { FrameReader, writeFrame, type Frame } from './frames.ts'
import { intrinsics } from './intrinsics.ts'
import { parsePng } from './png.ts'
import { type ReplyHead, type RequestHead, REPLIES } from './protocol.ts'

interface Reply {
  readonly head: ReplyHead
  readonly body: Uint8Array
}

const nothing = new Uint8Array()

type Parse = (file: Buffer) => Reply | Promise<Reply>

const parsers: Readonly<Record<RequestHead['kind'], () => Parse | Promise<Parse>>> = {
  async workbook() {
    // Slow to load, and needed for workbooks only.
    const { parseWorkbook } = await import('./workbook.ts')
    return async (file) => ({ head: { status: 'parsed' }, body: await parseWorkbook(file) })
  },
  table: () => (file) => ({ head: { status: 'parsed' }, body: v8.serialize(parseCsv(file)) }),
  picture: () => async (file) => {
    const { pixels, ...size } = await parsePng(file)
    return { head: { status: 'parsed', size }, body: pixels }
  },
  async 'qr-code'() {
    const { findQrCode } = await import('./qr-code.ts')
    return async (file) => ({ head: { status: 'parsed' }, body: v8.serialize(findQrCode(await parsePng(file))) })
  },
}

async function answer({ head, body }: Frame): Promise<void> {
  const parse = await parsers[(head as RequestHead).kind]()
  // Counted after loading, because packages add properties too.
  const before = intrinsics()
  writeFrame(replies, await reply(parse, Buffer.from(body.buffer)))
  // Ends this process if the file has polluted a prototype.
  if (intrinsics() !== before) requests.destroy()
}

async function reply(parse: Parse, file: Buffer): Promise<Reply> {
  try {
    return await parse(file)
  } catch (error) {
    return refusal(error)
  }
}

function refusal(error: unknown): Reply {
  return { head: { status: statusOf(error), message: messageOf(error).slice(0, 1000) }, body: nothing }
}

function statusOf(error: unknown): 'exhausted' | 'malformed' | 'broken' {
  if (error instanceof ProjectFault) return 'exhausted'
  return error instanceof ExpectationNotMet ? 'malformed' : 'broken'
}

const requests = process.stdin
const replies = new Socket({ fd: REPLIES, readable: false, writable: true })
// The harness is gone; the process ends with its last stream.
replies.on('error', () => requests.destroy())
const reader = new FrameReader((frame) => void answer(frame))
requests.on('data', (chunk: Buffer) => reader.push(chunk))
writeFrame(replies, { head: { status: 'ready' } satisfies ReplyHead, body: nothing })
