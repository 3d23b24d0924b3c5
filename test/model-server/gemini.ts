/** A server with Google's own API, as called by Gemini CLI. Its model writes files with the offered tool. */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ToolServer extends AsyncDisposable {
  /** `host:port` */
  readonly baseURL: string
  /** The prompts as text, without the results of the model's own tool calls. */
  readonly prompts: readonly string[]
}

/** @param filesFor The files to write for a prompt: path → content */
export async function geminiServer(
  filesFor: (prompt: string) => Readonly<Record<string, string>>,
): Promise<ToolServer> {
  const prompts: string[] = []
  const server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks).toString('utf8')
      const isDone = body.includes('"functionResponse"')
      if (!isDone) prompts.push(body)
      const parts = isDone ? [{ text: 'done' }] : Object.entries(filesFor(body)).map(writeFile)
      const answer = {
        candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
        usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 50, totalTokenCount: 1050 },
        modelVersion: 'scripted-1',
      }
      const streams = request.url?.includes('stream') === true
      response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' })
      response.end(streams ? `data: ${JSON.stringify(answer)}\r\n\r\n` : JSON.stringify(answer))
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseURL: `http://127.0.0.1:${String(port)}`,
    prompts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function writeFile([path, content]: readonly [string, string]): object {
  return { functionCall: { name: 'write_file', args: { file_path: path, content } } }
}
