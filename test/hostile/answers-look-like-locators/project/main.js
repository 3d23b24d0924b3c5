/** A page with a text on which a pattern such as (a+)+$ takes exponential time. Its last letter cannot be seen. */
import { createServer } from 'node:http'

const text = `${'a'.repeat(60)}!<span style="opacity:0">x</span>`
createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>Chart</title><h1>Real</h1><figure id="chart">${text}</figure>`)
}).listen(process.env.PORT)
