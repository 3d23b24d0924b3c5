const fetched = async (address, options) => (await fetch(address, options)).text()

const tell = (address) => (text) => fetched(address, { headers: { 'x-text': text }, cache: 'reload' })
const asked = (target, ask) =>
  new Promise((resolve) => {
    target.onmessage = ({ data }) => resolve(String(data).replace('held ', ''))
    ask()
    setTimeout(() => resolve(''), 400)
  })
const settled = () => new Promise((resolve) => setTimeout(resolve, 200))
/** Opens a window that keeps the text. */
const hold = async (text) => {
  open(`/holder#${text}`, 'holder', 'popup')
  await settled()
}
const database = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('kept', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('kept')
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
const done = (request) => new Promise((resolve) => (request.onsuccess = () => resolve(request.result)))
const store = async (mode) => (await database()).transaction('kept', mode).objectStore('kept')
const cookie = (name) => new RegExp(`${name}=([^;]*)`).exec(document.cookie)?.[1]
const withCredentials = (text) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('GET', '/auth', true, ...(text === undefined ? [] : ['user', text]))
    request.onload = () => resolve(request.status === 200 ? request.responseText : '')
    request.send()
  })
const file = async (create) =>
  (await navigator.storage.getDirectory()).getFileHandle('kept', create ? { create } : undefined)
const bucket = () => navigator.storageBuckets.open('kept')
const entry = () => navigation.entries().find(({ url }) => url.includes('#kept-'))

/** Places for a text: how to store it and how to find it again. */
const places = {
  cookie: [(text) => (document.cookie = `kept=${text}; max-age=99999`), () => cookie('kept')],
  'partitioned-cookie': [
    (text) => (document.cookie = `apart=${text}; max-age=99999; Secure; SameSite=None; Partitioned; Path=/`),
    () => cookie('apart'),
  ],
  'local-storage': [(text) => (localStorage.kept = text), () => localStorage.kept],
  'session-storage': [(text) => (sessionStorage.kept = text), () => sessionStorage.kept],
  'indexed-database': [
    async (text) => done((await store('readwrite')).put(text, 'kept')),
    async () => done((await store('readonly')).get('kept')),
  ],
  cache: [
    async (text) => (await caches.open('kept')).put('/kept', new Response(text)),
    async () => (await caches.match('/kept'))?.text(),
  ],
  'private-files': [
    async (text) => {
      const writable = await (await file(true)).createWritable()
      await writable.write(text)
      await writable.close()
    },
    async () => (await (await file(false)).getFile()).text(),
  ],
  'file-handle': [
    async (text) => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(text, { create: true })
      await done((await store('readwrite')).put(handle, 'file'))
    },
    async () => (await done((await store('readonly')).get('file')))?.name,
  ],
  'storage-bucket': [
    async (text) => (await (await bucket()).caches.open('kept')).put('/kept', new Response(text)),
    async () => (await (await bucket()).caches.match('/kept'))?.text(),
  ],
  'service-worker': [
    async (text) => {
      await navigator.serviceWorker.register(`/sw.js?${text}`)
      await navigator.serviceWorker.ready
    },
    async () => (await navigator.serviceWorker.getRegistration())?.active?.scriptURL.split('?')[1],
  ],
  'shared-worker': [
    hold,
    () => {
      const { port } = new SharedWorker('/worker.js')
      return asked(port, () => port.postMessage('ask'))
    },
  ],
  'other-window': [
    hold,
    () => {
      const channel = new BroadcastChannel('holder')
      return asked(channel, () => channel.postMessage('ask'))
    },
  ],
  relay: [hold, () => fetched('/ask')],
  'window-name': [(text) => (name = text), () => name],
  'history-entries': [(text) => history.pushState(null, '', `#kept-${text}`), () => entry()?.url.split('#kept-')[1]],
  'history-state': [
    (text) => history.pushState({ text }, '', '#kept-state'),
    async () => {
      if (history.state === null && entry()) {
        navigation.traverseTo(entry().key)
        await new Promise(() => undefined)
      }
      return history.state?.text
    },
  ],
  'http-cache': [tell('/slot'), () => fetched('/slot', { cache: 'force-cache' })],
  'http-tag': [tell('/etag'), () => fetched('/etag')],
  'http-redirect': [tell('/redirect'), async () => (await fetch('/redirect')).url.split('?')[1]],
  'http-password': [withCredentials, () => withCredentials()],
  clipboard: [(text) => navigator.clipboard.writeText(text), () => navigator.clipboard.readText()],
}

const place = places[new URLSearchParams(location.search).get('place')]
const show = (id, text) => (document.getElementById(id).textContent = text)
const looked = (text) => {
  show('kept', text ?? '')
  show('state', 'looked')
}
Promise.resolve()
  .then(() => place[1]())
  .then(looked, (error) => looked(String(error)))
document.getElementById('go').onclick = async () => {
  await place[0](document.getElementById('text').value)
  await settled()
  show('state', 'stored')
}
