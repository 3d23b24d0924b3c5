import type { Mission, Project, TextFile } from '../../contracts/types.ts'
import { PORT } from './plausible.ts'

/** A website that answers every request with the same page, or a program that prints the same text for every input. */
export function sameForAll(mission: Mission, page: string, text: string): Project {
  return mission.kind === 'website' ? website(page) : program(mission, text)
}

function website(page: string): Project {
  const server = `const http = require('node:http')
const page = ${JSON.stringify(page)}
http
  .createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  .listen(Number(process.env.PORT ?? ${PORT}))
`
  return { files: [file('server.js', server)], launch: { start: ['node', 'server.js'], port: PORT, homepage: '/' } }
}

/** Answers every line with the text and the prompt, and exits with 0. */
function program({ dialogue }: Mission, text: string): Project {
  const main = `const text = ${JSON.stringify(`${text}\n`)}
const prompt = ${JSON.stringify(dialogue?.prompt ?? '')}
process.stdout.write(text + prompt)
process.stdin.on('data', (chunk) => {
  for (const _ of String(chunk).match(/\\n/g) ?? []) process.stdout.write(text + prompt)
})
`
  return { files: [file('main.js', main)], launch: { run: ['node', 'main.js'] } }
}

function file(path: string, content: string): TextFile {
  return { path, content }
}
