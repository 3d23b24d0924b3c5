/** A model that writes files with whatever tools a coding tool offers. */
import type { Turn, VendorRequest } from './vendors.ts'

type Write = (path: string, content: string) => NonNullable<Turn['calls']>[number]

const heredoc = (path: string, content: string) =>
  `mkdir -p "$(dirname '${path}')" && cat > '${path}' <<'END_OF_FILE'\n${content.replace(/\n$/, '')}\nEND_OF_FILE`

/** The name of a tool that writes files, or that runs commands → its call. Paths are absolute. */
const WRITERS: Readonly<Record<string, Write>> = {
  Write: (file_path, content) => ({ name: 'Write', arguments: { file_path, content } }),
  write_file: (file_path, content) => ({ name: 'write_file', arguments: { file_path, content } }),
  write: (path, content) => ({ name: 'write', arguments: { filePath: path, path, content } }),
  create: (path, content) => ({ name: 'create', arguments: { path, file_text: content } }),
  exec_command: (path, content) => ({ name: 'exec_command', arguments: { cmd: heredoc(path, content) } }),
  shell_command: (path, content) => ({ name: 'shell_command', arguments: { command: heredoc(path, content) } }),
  shell: (path, content) => ({ name: 'shell', arguments: { command: ['bash', '-c', heredoc(path, content)] } }),
  bash: (path, content) => ({ name: 'bash', arguments: { command: heredoc(path, content) } }),
}

/** Tokens of each answer. */
export const USAGE = { input: 1000, output: 50, cached: 200 }

/**
 * @param filesFor The files to write for a request
 * @returns Undefined if the request offers no tool to write with, such as one for the title of a session
 */
export function writingTurn(
  request: VendorRequest,
  filesFor: (text: string) => Readonly<Record<string, string>>,
): Turn {
  const writer = Object.entries(WRITERS).find(([name]) => request.text.includes(`"name":"${name}"`))?.[1]
  if (!writer) return { text: 'A title', ...USAGE }
  if (hasResults(request.text)) return { text: 'done', ...USAGE }
  const calls = Object.entries(filesFor(request.text)).map(([name, content]) => writer(`/project/${name}`, content))
  return { reasoning: 'The files are known.', text: 'I write the files.', calls, ...USAGE }
}

function hasResults(text: string): boolean {
  return ['"tool_result"', '"functionResponse"', '"function_call_output"', '"role":"tool"'].some((mark) =>
    text.includes(mark),
  )
}
