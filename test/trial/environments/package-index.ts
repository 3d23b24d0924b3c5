import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { execa } from 'execa'

export interface PackageIndex extends AsyncDisposable {
  /** For `PIP_INDEX_URL`. */
  readonly address: string
  readonly requests: readonly string[]
}

/** A package index on this machine with pytest and modules of one file each. */
export async function packageIndex(
  folder: string,
  python: string,
  modules: Readonly<Record<string, string>>,
): Promise<PackageIndex> {
  const script = path.join(import.meta.dirname, 'wheels.py')
  await execa(python, [script, folder, ...Object.entries(modules).map(([name, code]) => `${name}=${code}`)])
  const wheels = await readdir(folder)
  const requests: string[] = []
  const server = http.createServer((request, response) => {
    const { url = '' } = request
    requests.push(url)
    const name = path.posix.basename(url)
    if (url.endsWith('.whl') && wheels.includes(name)) {
      void readFile(path.join(folder, name)).then((content) => response.end(content))
      return
    }
    const found = wheels.filter((wheel) => wheel.split('-')[0]?.replaceAll('_', '-') === name)
    response.statusCode = found.length === 0 ? 404 : 200
    response.setHeader('content-type', 'text/html')
    response.end(found.map((wheel) => `<a href="/files/${wheel}">${wheel}</a>`).join('\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${String(port)}/simple`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
