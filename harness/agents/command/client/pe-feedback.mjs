// Sends the files in PE_PROJECT to the harness, and prints the result. It runs in the room of a coding tool, as the
// user of the tool: the harness never reads a folder that running processes can change.
import { spawnSync } from 'node:child_process'
import { lstat, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = path.dirname(fileURLToPath(import.meta.url))
const USAGE = `usage: pe-check [ANSWERS.json]
       pe-submit [PART] [ANSWERS.json]

The files of the whole project folder are sent, from whatever folder this is called; in a git repository pe-submit sends what
is committed. PART names what judges a submission, if the task has parts. ANSWERS.json holds the values of parameters, if testcodes
ask for any: {"testcode": {"parameter": "value"}}.

Exit codes: 0 if everything passed, 1 if not, 2 if the project was not judged.`

const [call, ...args] = process.argv.slice(2)
if (call === 'export') {
  await exportTo(args[0])
} else if (args.length > 2 || args[0]?.startsWith('-')) {
  console.log(USAGE)
  process.exitCode = args[0] === '--help' || args[0] === '-h' ? 0 : 2
} else {
  process.exitCode = await ask().catch((error) => {
    console.error(`pe-${call}: ${error.message}`)
    return 2
  })
}

async function ask() {
  const { except, repository, suites } = JSON.parse(await readFile(path.join(here, 'settings.json'), 'utf8'))
  const rest = [...args]
  const suite = call === 'submit' && suites.length > 0 ? (suites.length === 1 ? suites[0] : rest.shift()) : undefined
  if (call === 'submit' && rest[0] === suites[0] && suites.length === 1) rest.shift()
  if (suites.length > 1 && call === 'submit' && !suites.includes(suite))
    throw new Error(
      `name the part that judges this submission: ${suites.map((name) => `pe-submit ${name}`).join(', ')}`,
    )
  if (rest.length > 1) throw new Error(`unexpected argument ${rest[1]}`)
  const root = process.env.PE_PROJECT ?? process.cwd()
  const fromCommit = repository && call === 'submit'
  const files = fromCommit ? committedFiles(root, new Set(except)) : await filesOf(root, new Set(except))
  if (fromCommit && git(root, ['status', '--porcelain']).length > 0)
    console.log('note: changes that are not committed are not submitted')
  const answers = rest.length === 0 ? undefined : await readFile(rest[0])
  const header = Buffer.from(
    JSON.stringify({
      call,
      ...(suite === undefined ? {} : { suite }),
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

// The files of the last commit. Links and submodules are left out.
function committedFiles(root, except) {
  const entries = git(root, ['ls-tree', '-r', '-z', '--full-tree', 'HEAD']).toString('utf8').split('\0').filter(Boolean)
  const blobs = entries.flatMap((entry) => {
    const [, mode, hash, name] = /^(\d+) \w+ (\w+)\t([^]*)$/.exec(entry)
    const isOwn = mode.startsWith('100') && !name.split('/').some((part) => except.has(part))
    return isOwn ? [{ hash, name }] : []
  })
  const all = git(root, ['cat-file', '--batch'], blobs.map(({ hash }) => `${hash}\n`).join(''))
  let at = 0
  return blobs.map(({ name }) => {
    const end = all.indexOf(10, at)
    const bytes = Number(all.subarray(at, end).toString('utf8').split(' ')[2])
    at = end + 1 + bytes + 1
    return { name, content: all.subarray(end + 1, end + 1 + bytes) }
  })
}

function git(root, command, input) {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', root, ...command], { input, maxBuffer: 2 ** 28 })
  if (error) throw error
  if (status !== 0) throw new Error(`git ${command[0]}: ${stderr.toString('utf8').trim()}`)
  return stdout
}

// For the harness, once the tool has ended: the committed files in a folder of their own.
async function exportTo(folder) {
  const { except } = JSON.parse(await readFile(path.join(here, 'settings.json'), 'utf8'))
  await mkdir(folder)
  for (const { name, content } of committedFiles(process.cwd(), new Set(except))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
}
