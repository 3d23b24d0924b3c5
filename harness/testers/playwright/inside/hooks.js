/**
 * Runs in every document before the page's own scripts, in their world. Notes what may still change the page without the
 * user: timers, frames, connections, workers. The page cannot tell that it is there: functions are replaced by proxies,
 * which look native, nothing is added to any object, and no callback of the page is wrapped.
 *
 * Notes go into a text node that is in no document. The judge's side, which runs in another world, hands that node over in an event
 * whose name no page can know (NAME, which the harness fills in).
 */
;(() => {
  const NAME = '__NAME__'
  /** More timers than that, and the page is taken for one that never rests. */
  const MOST_TIMERS = 100
  const apply = Reflect.apply
  const construct = Reflect.construct
  const now = performance.now.bind(performance)
  const setData = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data').set
  const relatedTarget = Object.getOwnPropertyDescriptor(MouseEvent.prototype, 'relatedTarget').get
  const stopImmediatePropagation = Event.prototype.stopImmediatePropagation
  const addEventListener = EventTarget.prototype.addEventListener
  const { floor, max } = Math
  const { isFinite: isFiniteNumber } = Number
  const stringify = JSON.stringify

  /** Keys are ids of timers. Objects without a prototype: a page may change those of Map and Array. */
  const due = { __proto__: null }
  let timers = 0
  let intervals = { __proto__: null }
  let repeating = 0
  let overflow = false
  /** Times (ms since the page began) until which something that was begun goes on at least. */
  let frameAt = 0
  let soonAt = 0
  /** What makes it impossible to tell whether the page rests, in the order in which it was begun. */
  const live = { __proto__: null }
  let node

  const write = () => {
    if (node === undefined) return
    const ends = []
    for (const id in due) ends[ends.length] = floor(due[id])
    // Its elements are numbers, which have no toJSON; the record has no prototype, and so none either.
    const names = []
    for (const name in live) names[names.length] = name
    apply(setData, node, [stringify({ __proto__: null, due: ends, repeating, overflow, frameAt, soonAt, live: names })])
  }
  const sweep = () => {
    const time = now()
    for (const id in due) {
      // A timer whose time has come has run by the end of that turn; a little is added for a busy page.
      if (due[id] + 50 >= time) continue
      delete due[id]
      timers -= 1
    }
  }
  const noteTimer = (id, delay) => {
    if (typeof id !== 'number') return
    if (timers >= MOST_TIMERS) sweep()
    if (timers >= MOST_TIMERS) overflow = true
    else {
      due[id] = now() + max(0, delay)
      timers += 1
    }
    write()
  }
  const forgetTimer = (id) => {
    if (due[id] !== undefined) {
      delete due[id]
      timers -= 1
    }
    if (intervals[id] !== undefined) {
      delete intervals[id]
      repeating -= 1
    }
    write()
  }
  const noteLive = (what) => {
    if (live[what] === true) return
    live[what] = true
    write()
  }
  /** A delay that is no number is what the browser makes of it, which may run code of the page: then the worst is assumed. */
  const delayOf = (value) => {
    if (value === undefined) return 0
    const number = typeof value === 'number' ? value : typeof value === 'string' ? +value : 0
    return isFiniteNumber(number) ? number : 0
  }

  const originals = new WeakMap()
  const originalOf = WeakMap.prototype.get.bind(originals)
  const keepOriginal = WeakMap.prototype.set.bind(originals)
  const split = String.prototype.split
  const join = Array.prototype.join
  const startsWith = String.prototype.startsWith
  /** The lines of a stack trace that the proxies add are taken out of what the browser's own functions throw. */
  const withoutOurLines = (error) => {
    const descriptor = typeof error === 'object' && error !== null && Object.getOwnPropertyDescriptor(error, 'stack')
    if (!descriptor || typeof descriptor.value !== 'string' || !descriptor.writable) return error
    const lines = apply(split, descriptor.value, ['\n'])
    const kept = []
    for (let index = 0; index < lines.length; index += 1) {
      const ours =
        apply(startsWith, lines[index], ['    at Object.apply (']) ||
        apply(startsWith, lines[index], ['    at Object.construct ('])
      if (!ours) kept[kept.length] = lines[index]
    }
    error.stack = apply(join, kept, ['\n'])
    return error
  }
  /** Replaces a function by one that tells `after` what it was called with and what it gave. */
  const hook = (owner, key, after) => {
    const descriptor = owner && Object.getOwnPropertyDescriptor(owner, key)
    const original = descriptor && descriptor.value
    if (typeof original !== 'function' || !descriptor.configurable) return
    const proxy = new Proxy(original, {
      __proto__: null,
      apply(target, self, args) {
        let result
        try {
          result = apply(target, self, args)
        } catch (error) {
          throw withoutOurLines(error)
        }
        after(args, result)
        return result
      },
      construct(target, args, newTarget) {
        let result
        try {
          result = construct(target, args, newTarget === proxy ? target : newTarget)
        } catch (error) {
          throw withoutOurLines(error)
        }
        after(args, result)
        return result
      },
    })
    keepOriginal(proxy, original)
    Object.defineProperty(owner, key, { ...descriptor, value: proxy })
    // The prototype of a class names its class.
    const prototype = original.prototype
    const named = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')
    if (named && named.value === original && named.configurable)
      Object.defineProperty(prototype, 'constructor', { ...named, value: proxy })
  }

  hook(window, 'setTimeout', (args, id) => noteTimer(id, delayOf(args[1])))
  hook(window, 'setInterval', (args, id) => {
    if (typeof id !== 'number') return
    intervals[id] = true
    repeating += 1
    write()
  })
  for (const name of ['clearTimeout', 'clearInterval']) hook(window, name, (args) => forgetTimer(args[0]))
  const FRAME = 100
  hook(window, 'requestAnimationFrame', () => {
    frameAt = now() + FRAME
    write()
  })
  hook(window, 'requestIdleCallback', () => {
    soonAt = now() + FRAME
    write()
  })
  let posted = 0
  const notePost = () => {
    // A loop of messages must not cost what it posts.
    const time = now()
    if (time - posted < 5) return
    posted = time
    soonAt = max(soonAt, time + 30)
    write()
  }
  hook(MessagePort.prototype, 'postMessage', notePost)
  hook(window, 'postMessage', notePost)
  if (typeof Scheduler === 'function') {
    hook(Scheduler.prototype, 'postTask', (args) => {
      const options = args[1]
      if (options === undefined) notePost()
      else noteLive('scheduler.postTask')
    })
  }
  hook(AbortSignal, 'timeout', () => noteLive('AbortSignal.timeout'))
  hook(Atomics, 'waitAsync', () => noteLive('Atomics.waitAsync'))
  hook(Element.prototype, 'attachShadow', () => noteLive('a shadow tree'))
  const LIVE = {
    Worker: 'a worker',
    SharedWorker: 'a shared worker',
    WebSocket: 'a WebSocket',
    WebSocketStream: 'a WebSocket',
    EventSource: 'an event source',
    WebTransport: 'a WebTransport',
    RTCPeerConnection: 'a peer connection',
    BroadcastChannel: 'a broadcast channel',
    AudioContext: 'sound',
    OfflineAudioContext: 'sound',
    Audio: 'sound',
    MediaSource: 'media',
    MediaRecorder: 'media',
    SpeechSynthesisUtterance: 'speech',
    PressureObserver: 'an observer of the machine',
    IdleDetector: 'an observer of the machine',
    Notification: 'a notification',
  }
  for (const name of Object.keys(LIVE)) hook(window, name, () => noteLive(LIVE[name]))
  if (typeof ServiceWorkerContainer === 'function')
    hook(ServiceWorkerContainer.prototype, 'register', () => noteLive('a service worker'))
  if (typeof Geolocation === 'function')
    hook(Geolocation.prototype, 'watchPosition', () => noteLive('a watched position'))
  if (typeof LockManager === 'function') hook(LockManager.prototype, 'request', () => noteLive('a lock'))
  hook(window, 'open', () => noteLive('another window'))

  // The source of a proxy has no name in it; that of what it stands for has.
  const toString = Function.prototype.toString
  const source = new Proxy(toString, {
    __proto__: null,
    apply(target, self, args) {
      try {
        return apply(target, (typeof self === 'function' && originalOf(self)) || self, args)
      } catch (error) {
        throw withoutOurLines(error)
      }
    },
  })
  keepOriginal(source, toString)
  Object.defineProperty(Function.prototype, 'toString', {
    ...Object.getOwnPropertyDescriptor(Function.prototype, 'toString'),
    value: source,
  })

  apply(addEventListener, window, [
    NAME,
    (event) => {
      apply(stopImmediatePropagation, event, [])
      node = apply(relatedTarget, event, [])
      write()
    },
    true,
  ])
})()
