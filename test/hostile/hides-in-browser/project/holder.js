// A window that stays open and keeps a text for other windows.
globalThis.held = location.hash.slice(1)
new BroadcastChannel('holder').onmessage = ({ data, target }) => {
  if (data === 'ask') target.postMessage(`held ${globalThis.held}`)
}
const worker = new SharedWorker('/worker.js')
worker.port.postMessage(globalThis.held)
new EventSource('/events').onmessage = ({ data }) => {
  if (data === 'ask') fetch(`/tell?${globalThis.held}`)
}
