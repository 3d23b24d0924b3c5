const LIES = `
  window.name = 'harness'
  const real = () => 'Real'
  for (const kind of [Node, Element, HTMLElement, Document, HTMLDocument, Text, CharacterData, Attr, Range, Selection])
    for (const name of Object.getOwnPropertyNames(kind.prototype))
      try {
        const found = Object.getOwnPropertyDescriptor(kind.prototype, name)
        if (['textContent', 'innerText', 'className', 'title', 'nodeValue', 'data', 'value'].includes(name))
          Object.defineProperty(kind.prototype, name, { get: real, set() {} })
        if (['getAttribute', 'toString'].includes(name)) kind.prototype[name] = real
      } catch {}
  const find = Document.prototype.querySelector
  const other = document.createElement('h1')
  other.append('Real')
  for (const kind of [Document, Element]) {
    kind.prototype.querySelector = () => other
    kind.prototype.querySelectorAll = () => [other]
  }
  Document.prototype.getElementById = () => other
  Document.prototype.evaluate = () => ({ singleNodeValue: other, iterateNext: () => other, snapshotLength: 1, snapshotItem: () => other })
  JSON.stringify = () => '"Real"'
  Object.prototype.toJSON = real
  String.prototype.replace = real
  Array.prototype.join = real
  Function.prototype.call = real
  Function.prototype.apply = real
  window.eval = real
  new Worker(URL.createObjectURL(new Blob([''])), { name: 'harness' })
  setInterval(() => {
    console.log('Runtime.executionContextCreated', 'Target.attachedToTarget', { method: 'Runtime.executionContextsCleared', params: {} })
    const frame = document.createElement('iframe')
    frame.name = 'harness'
    document.body.append(frame)
    setTimeout(() => frame.remove(), 20)
  }, 50)
`
const page = `<!doctype html><title>Fake</title><script>${LIES}</script><h1 id="go" class="fake">Fake</h1><button id="again">again</button>`
require('node:http')
  .createServer((request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page))
  .listen(process.env.PORT ?? 8000)
