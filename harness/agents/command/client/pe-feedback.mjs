// Sends the files in PE_PROJECT to the harness, and prints the result. It runs in the room of a coding tool, as the
// user of the tool: the harness never reads a folder that running processes can change.
import { lstat, readFile, readdir } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const USAGE = `usage: pe-check [ANSWERS.json]
       pe-submit [ANSWERS.json]

The files of the whole project folder are sent, from whatever folder this is called. ANSWERS.json holds the values of
parameters, if testcodes ask for any: {"testcode": {"parameter": "value"}}.

Exit codes: 0 if everything passed, 1 if not, 2 if the project was not judged.`

const [call, ...args] = process.argv.slice(2)
if (args.length > 1 || args[0]?.startsWith('-')) {
  console.log(USAGE)
  process.exitCode = args[0] === '--help' || args[0] === '-h' ? 0 : 2
} else {
  process.exitCode = await ask().catch((error) => {
    console.error(`pe-${call}: ${error.message}`)
    return 2
  })
}

async function ask() {
  const { except } = JSON.parse(await readFile(path.join(here, 'settings.json'), 'utf8'))
  const files = await filesOf(process.env.PE_PROJECT ?? process.cwd(), new Set(except))
  const answers = args.length === 0 ? undefined : await readFile(args[0])
  const header = Buffer.from(
    JSON.stringify({
      call,
      files: files.map(({ name, content }) => ({ path: name, bytes: content.length })),
      ...(answers ? { answers: answers.length } : {}),
    }),
  )
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32BE(header.length)
  const contents = files.map(({ content }) => content)
  const reply = await exchange(Buffer.concat([prefix, header, ...contents, ...(answers ? [answers] : [])]))
  const [code, ...lines] = reply.split('\n')
  if (!/^\d$/.test(code))
    throw new Error('the harness gave no answer; it may be busy with too many requests: try again')
  process.stdout.write(lines.join('\n'))
  return Number(code)
}

function exchange(request) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path.join(here, 'socket'))
    const parts = []
    socket.on('data', (part) => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(parts).toString('utf8')))
    socket.write(request)
  })
}

// Regular files only: links are left out, as they are when the finished project is collected.
async function filesOf(root, except) {
  const found = []
  const open = await readdir(root)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (except.has(path.basename(name))) continue
    const status = await lstat(path.join(root, name))
    if (status.isDirectory()) {
      for (const child of await readdir(path.join(root, name))) open.push(`${name}/${child}`)
    } else if (status.isFile()) found.push({ name, content: await readFile(path.join(root, name)) })
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}
