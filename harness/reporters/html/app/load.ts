/** Data that lies beside the page as scripts, or in the page itself, fetched when it is asked for. */

declare global {
  interface Window {
    /** Called by each script of data with its name and its JSON. */
    peChunk: (name: string, json: string) => void
  }
}

const chunks = new Map<string, Promise<unknown>>()
const arrivals = new Map<string, (json: string) => void>()

window.peChunk = (name, json) => arrivals.get(name)?.(json)

/** @throws Error with a message about the missing file, for the reader */
export function loadChunk<T>(name: string): Promise<T> {
  const known = chunks.get(name)
  if (known) return known as Promise<T>
  const inside = [...document.querySelectorAll<HTMLScriptElement>('script[data-chunk]')].find(
    (element) => element.dataset['chunk'] === name,
  )
  const loading = (inside ? unpack(inside.text) : fetchScript(name)).then((json) => JSON.parse(json) as T)
  chunks.set(name, loading)
  return loading
}

/** From `file://` a script is the one thing that a page may load. */
function fetchScript(name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    arrivals.set(name, resolve)
    const script = document.createElement('script')
    script.src = `report/${name}.js`
    script.onerror = () => {
      chunks.delete(name)
      reject(new Error(`report/${name}.js is not beside this page. Was the page moved without its folder?`))
    }
    document.head.append(script)
  })
}

async function unpack(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64.trim()), (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).text()
}
