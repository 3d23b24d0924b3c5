/** Projects without a launch plan listen where they want to, and are started as npm starts them. */
import { expect, it } from 'vitest'
import { launcherFor } from '../../harness/launchers/index.ts'
import { openSandbox } from '../../harness/sandbox/index.ts'
import { materialise } from '../../harness/trial/workspace.ts'
import { limitsOf, missionOf, temporaryFolder } from '../helpers.ts'

const server = (port: string) =>
  `require('http').createServer((_, response) => response.end('on ' + (process.env.PORT ?? 'its own'))).listen(${port})`
const scripts = (all: Readonly<Record<string, string>>) => JSON.stringify({ name: 'own', scripts: all })

interface Case {
  readonly files: Readonly<Record<string, string>>
  readonly port: number
  readonly says: string
}

const CASES: Readonly<Record<string, Case>> = {
  'a default of its own, in a folder that its start script enters': {
    files: {
      'package.json': scripts({ start: 'cd server && npm start' }),
      'server/package.json': scripts({ start: 'node server.js' }),
      'server/server.js': server('process.env.PORT ?? 8000'),
    },
    port: 8000,
    says: 'on its own',
  },
  'a port that nothing names before it is computed': {
    files: { 'package.json': scripts({ start: 'node server.js' }), 'server.js': server('7 * 1111') },
    port: 7777,
    says: 'on its own',
  },
  'a default beside the port of a database': {
    files: {
      'package.json': scripts({ start: 'node server.js' }),
      '.env': 'DB_PORT=5432\n',
      'server.js': server('process.env.PORT || 4010'),
    },
    port: 4010,
    says: 'on its own',
  },
  'no default: it needs PORT': {
    files: { 'package.json': scripts({ start: 'node server.js' }), 'server.js': server('process.env.PORT') },
    port: 3000,
    says: 'on 3000',
  },
  'a random port if it gets none': {
    files: {
      'package.json': scripts({ start: 'node server.js' }),
      'server.js': `const { env } = process; ${server('env.PORT || 0')}`,
    },
    port: 3000,
    says: 'on 3000',
  },
  'an end if it gets no PORT': {
    files: {
      'package.json': scripts({ start: 'node server.js' }),
      'server.js': `const settings = process.env; if (!('PORT' in settings)) process.exit(1); ${server('settings.PORT')}`,
    },
    port: 3000,
    says: 'on 3000',
  },
  'a script that runs before its start': {
    files: {
      'package.json': scripts({ prestart: 'node build.js', start: 'node dist/server.js' }),
      'build.js': `const fs = require('fs'); fs.mkdirSync('dist'); fs.copyFileSync('source.js', 'dist/server.js')`,
      'source.js': server('process.env.PORT ?? 8000'),
    },
    port: 8000,
    says: 'on its own',
  },
  'a script that is installed with it': {
    files: {
      'package.json': scripts({ postinstall: 'node build.js', start: 'node dist/server.js' }),
      'build.js': `const fs = require('fs'); fs.mkdirSync('dist'); fs.copyFileSync('source.js', 'dist/server.js')`,
      'source.js': server('process.env.PORT ?? 8000'),
    },
    port: 8000,
    says: 'on its own',
  },
  'a port in its start script': {
    files: {
      'package.json': scripts({ start: 'PORT=4020 node server.js' }),
      'server.js': server('process.env.PORT ?? 1'),
    },
    port: 4020,
    says: 'on 4020',
  },
  'Python with a default of its own': {
    files: {
      'main.py':
        'import os\nfrom http.server import HTTPServer, BaseHTTPRequestHandler\nclass H(BaseHTTPRequestHandler):\n' +
        '    def do_GET(self):\n        self.send_response(200)\n        self.end_headers()\n' +
        "        self.wfile.write(('on ' + os.environ.get('PORT', 'its own')).encode())\n" +
        "HTTPServer(('', int(os.environ.get('PORT', 8055))), H).serve_forever()\n",
    },
    port: 8055,
    says: 'on its own',
  },
}

/** Registers a test of each of these projects. */
export function listensWhereItWants(names = Object.keys(CASES)): void {
  const some = Object.entries(CASES).filter(([name]) => names.includes(name))
  it.each(some)('has %s', async (_, { files, port, says }) => {
    await using folder = await temporaryFolder()
    await using sandbox = await openSandbox('bubblewrap', folder.path)
    const list = Object.entries(files).map(([name, content]) => ({ path: name, content }))
    const workspace = await materialise({ files: list }, folder.file('project'))
    const mission = missionOf({ kind: 'website' })
    const openInstaller = () => openSandbox('bubblewrap', folder.path, { browser: false })
    const limits = limitsOf(folder.path, { install: 60_000, start: 30_000, openInstaller })
    await using target = await launcherFor(workspace, mission).launch(workspace, sandbox, limits)
    expect(target).toMatchObject({ kind: 'website', origin: `http://localhost:${String(port)}` })
    const ask = `fetch('http://localhost:${String(port)}/').then((answer) => answer.text()).then(console.log)`
    await using child = await sandbox.spawn({ argv: ['node', '-e', ask], cwd: workspace.folder, stdin: 'none' })
    await child.exit
    expect(child.stdout.text().trim()).toBe(says)
  })
}
