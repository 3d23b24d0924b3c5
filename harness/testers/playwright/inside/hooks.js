/**
 * Runs in every document before the page's own scripts, in their world. Records everything that may still change the page
 * without its user: timers, frames, connections, workers. The page cannot detect this script: functions are replaced by
 * proxies that look native, nothing is added to any object, and no callback of the page is wrapped.
 *
 * The records are written to a detached text node. `look.js`, which runs in another world, passes that node in an event whose
 * name no page can know (NAME, which the harness fills in).
 */
;(() => {
  'use strict'
  const NAME = '__NAME__'
  /** With more timers the page counts as one that never rests. */
  const MOST_TIMERS = 100
  const MOST_SHADOWS = 300
  /** Elements that play by themselves or contain another document. */
  const RESTLESS = '__RESTLESS__'
  const apply = Reflect.apply
  const construct = Reflect.construct
  const now = performance.now.bind(performance)
  const setData = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data').set
  const relatedTarget = Object.getOwnPropertyDescriptor(MouseEvent.prototype, 'relatedTarget').get
  const stopImmediatePropagation = Event.prototype.stopImmediatePropagation
  const addEventListener = EventTarget.prototype.addEventListener
  const { floor, max } = Math
  const { isFinite: isFiniteNumber } = Number

  // The page may have changed every prototype, and none of its code may run here. So no array is accessed beyond its end,
  // `JSON` is not used, and no object of the page is converted to a number.

  /** Due times by timer id. Objects without a prototype, because a page may change those of Map and Array. */
  const due = { __proto__: null }
  let timers = 0
  const intervals = { __proto__: null }
  let repeating = 0
  let overflow = false
  /** Timers that are set again whenever they have fired, by their delay: when the last of a chain is due, and how many there were. */
  const chainEnds = { __proto__: null }
  const chainLengths = { __proto__: null }
  /** Delays of the timers by id, if they belong to such a chain. */
  const chained = { __proto__: null }
  /** Times (ms since the page began) until which a frame or message is expected, and since when frames follow each other. */
  let frameAt = 0
  let framesFrom = 0
  let soonAt = 0
  /** Time until which an idle callback may be pending, and until which an answer of a store may be. */
  let idleAt = 0
  let storeAt = 0
  /** Time until which more navigations by scripts within the document are expected. */
  let hoppingUntil = 0
  /** Reasons why the page may change at any time, in the order of their appearance. */
  const live = { __proto__: null }
  /** Number of changes in shadow trees, and the time of the last one. */
  let changes = 0
  let changedAt = 0
  let node

  /** Writes the records as JSON. The names are this script's own and contain no quotes. */
  const write = () => {
    let ends = ''
    for (const id in due) ends += (ends === '' ? '[' : ',[') + floor(due[id]) + ',' + (chained[id] ?? -1) + ']'
    let periods = ''
    for (const id in intervals) periods += (periods === '' ? '' : ',') + intervals[id]
    let names = ''
    for (const name in live) names += (names === '' ? '"' : ',"') + name + '"'
    const numbers =
      '"shadows":' +
      shadows +
      ',"frameAt":' +
      frameAt +
      ',"framesFrom":' +
      framesFrom +
      ',"movesUntil":' +
      floor(movesUntil) +
      ',"soonAt":' +
      soonAt +
      ',"idleAt":' +
      idleAt +
      ',"storeAt":' +
      storeAt +
      ',"hoppingUntil":' +
      hoppingUntil +
      ',"changes":' +
      changes +
      ',"changedAt":' +
      changedAt
    apply(setData, node, [
      '{"due":[' +
        ends +
        '],"live":[' +
        names +
        '],"periods":[' +
        periods +
        '],"overflow":' +
        overflow +
        ',' +
        numbers +
        '}',
    ])
  }
  const sweep = () => {
    const time = now()
    for (const id in due) {
      // A due timer has run by the end of the current task; 50 ms are added for a busy page.
      if (due[id] + 50 >= time) continue
      delete due[id]
      delete chained[id]
      timers -= 1
    }
  }
  /** Milliseconds after which the next timer of a chain is set at the latest. */
  const CHAIN_GAP = 100
  /** Timers after which a chain counts as one that goes on. */
  const SHORTEST_CHAIN = 4
  /** Most different delays that are followed. */
  const MOST_CHAINS = 100
  let chains = 0
  /** Follows timers that are set as soon as the one before has fired. A timer that is set again before, such as a debounced one, belongs to no chain. */
  const noteChain = (id, delay, time) => {
    const end = chainEnds[delay]
    if (end === undefined && (chains += 1) > MOST_CHAINS) return
    const goesOn = end !== undefined && time >= end - 5 && time - end < CHAIN_GAP
    chainLengths[delay] = goesOn ? chainLengths[delay] + 1 : 1
    chainEnds[delay] = time + delay
    if (chainLengths[delay] >= SHORTEST_CHAIN) chained[id] = delay
  }
  const noteTimer = (id, delay) => {
    if (typeof id !== 'number') return
    if (timers >= MOST_TIMERS) sweep()
    if (timers >= MOST_TIMERS) {
      overflow = true
      return
    }
    const time = now()
    due[id] = time + delay
    timers += 1
    noteChain(id, delay, time)
  }
  const forgetTimer = (value) => {
    const id = typeof value === 'string' ? +value : value
    if (typeof id !== 'number') return
    if (due[id] !== undefined) {
      delete due[id]
      delete chained[id]
      timers -= 1
    }
    if (intervals[id] !== undefined) {
      delete intervals[id]
      repeating -= 1
    }
  }
  const noteLive = (what) => {
    live[what] = true
  }
  const argument = (args, index) => (index < args.length ? args[index] : undefined)
  /** The delay as the browser reads it: 32 bits. Reading an object could run code of the page, so it counts as unknown. */
  const delayOf = (value) => {
    if (typeof value === 'object' || typeof value === 'function') {
      if (value !== null) noteLive('a timer whose delay is an object')
      return 0
    }
    const number = +value
    return isFiniteNumber(number) ? max(0, number | 0) : 0
  }

  const stand = __STAND__
  const { shared } = stand
  /** Records something in all documents of these windows: a foreign function may change any of them. */
  shared.note = ((others) => (what) => {
    if (others !== undefined) others(what)
    noteLive(what)
  })(shared.note)
  const viewOf = Object.getOwnPropertyDescriptor(Document.prototype, 'defaultView').get
  const isPrototypeOf = Object.prototype.isPrototypeOf
  const here = document
  /** Records calls across windows: a function can be passed to another window and outlive its own. */
  const noteStranger = (owner, self, isMade) => {
    if (apply(viewOf, here, []) === null) shared.note('a function of a window that is gone')
    else if (!isMade && isForeign(owner, self)) shared.note('a function of another window')
  }
  /** Whether a function is called on another window, or on an object of another window's class. */
  const isForeign = (owner, self) => {
    if (owner === window) return self !== undefined && self !== null && self !== window
    return typeof owner === 'object' && self !== owner && !apply(isPrototypeOf, owner, [self])
  }
  /**
   * Replaces a function by a proxy that calls `before` with the arguments, and `after` with the arguments and the result. Code of
   * the page that runs in between may throw.
   */
  const hook = (owner, key, after, before = () => undefined) => {
    const descriptor = owner && Object.getOwnPropertyDescriptor(owner, key)
    const original = descriptor && descriptor.value
    if (typeof original !== 'function' || !descriptor.configurable) return
    const proxy = stand(
      original,
      (self, args) => {
        noteStranger(owner, self, false)
        before(args)
        const result = apply(original, self, args)
        after(args, result)
        return result
      },
      (args, newTarget) => {
        noteStranger(owner, undefined, true)
        before(args)
        const result = construct(original, args, newTarget)
        after(args, result)
        return result
      },
    )
    Object.defineProperty(owner, key, { ...descriptor, value: proxy })
    // The `constructor` of a prototype must be the proxy too.
    const prototype = original.prototype
    const named = prototype && Object.getOwnPropertyDescriptor(prototype, 'constructor')
    if (named && named.value === original && named.configurable)
      Object.defineProperty(prototype, 'constructor', { ...named, value: proxy })
  }

  const nothing = () => undefined
  /** For functions whose result does not matter. */
  const hookCalls = (owner, key, before) => hook(owner, key, nothing, before)
  const noteDelay = (args) => void delayOf(argument(args, 1))
  hook(window, 'setTimeout', (args, id) => noteTimer(id, delayOf(argument(args, 1))), noteDelay)
  const MOST_INTERVALS = 100
  hook(
    window,
    'setInterval',
    (args, id) => {
      if (typeof id !== 'number') return
      if (repeating >= MOST_INTERVALS) {
        noteLive('very many repeating timers')
        return
      }
      intervals[id] = delayOf(argument(args, 1))
      repeating += 1
    },
    noteDelay,
  )
  for (const name of ['clearTimeout', 'clearInterval']) hook(window, name, (args) => forgetTimer(argument(args, 0)))
  const FRAME = 100
  const SOON = 30
  /** On a busy machine an idle callback may wait this long (ms), and so may an answer of the browser's stores. */
  const IDLE = 5000
  /** A frame may have to wait this long (ms) for the one before it. */
  const LONG_FRAME = 1000
  for (const name of ['requestAnimationFrame', 'webkitRequestAnimationFrame'])
    hookCalls(window, name, () => {
      if (now() > frameAt) framesFrom = now()
      frameAt = now() + FRAME
      idleAt = max(idleAt, now() + LONG_FRAME)
    })
  hookCalls(window, 'requestIdleCallback', () => {
    soonAt = now() + FRAME
    idleAt = max(idleAt, now() + IDLE)
  })
  const notePost = () => {
    soonAt = max(soonAt, now() + SOON)
  }
  /** With more messages within a second the page counts as one that never rests. */
  const MOST_MESSAGES = 100
  const SECOND = 1000
  let messages = 0
  let messagesFrom = 0
  /** A message may arrive late on a busy machine; a page that keeps sending them is never at rest. */
  const noteMessage = () => {
    const time = now()
    if (time - messagesFrom > SECOND) {
      messages = 0
      messagesFrom = time
    }
    messages += 1
    if (messages > MOST_MESSAGES) noteLive('very many messages')
    idleAt = max(idleAt, time + SECOND)
    notePost()
  }
  // The harness learns of a request only a little after the page has sent it.
  hookCalls(window, 'fetch', notePost)
  hookCalls(XMLHttpRequest.prototype, 'send', notePost)
  hookCalls(MessagePort.prototype, 'postMessage', noteMessage)
  hookCalls(window, 'postMessage', noteMessage)
  // The browser goes through its history some time after the call.
  for (const name of ['back', 'forward', 'go']) hookCalls(History.prototype, name, noteMessage)
  if (typeof Scheduler === 'function') {
    hookCalls(Scheduler.prototype, 'postTask', (args) => {
      const options = argument(args, 1)
      if (options === undefined) noteMessage()
      else noteLive('scheduler.postTask')
    })
    hookCalls(Scheduler.prototype, 'yield', noteMessage)
  }
  hookCalls(AbortSignal, 'timeout', () => noteLive('AbortSignal.timeout'))
  hookCalls(Atomics, 'waitAsync', () => noteLive('Atomics.waitAsync'))
  // Each change of the address fires an event that may change it again, so a page can go on without any timer. On a busy machine
  // these events come late.
  const HOPS = 3
  const HOPPING = 2000
  const hops = { __proto__: null }
  let hopped = 0
  const noteHop = () => {
    const time = now()
    const earlier = hops[hopped % HOPS]
    hops[hopped % HOPS] = time
    hopped += 1
    soonAt = max(soonAt, time + SOON)
    if (earlier !== undefined && time - earlier < HOPPING) hoppingUntil = time + HOPPING
  }
  if (typeof NavigateEvent === 'function') {
    const getterOf = (owner, key) => Object.getOwnPropertyDescriptor(owner.prototype, key).get
    const userInitiated = getterOf(NavigateEvent, 'userInitiated')
    const destination = getterOf(NavigateEvent, 'destination')
    const sameDocument = getterOf(NavigationDestination, 'sameDocument')
    const noteNavigation = (event) => {
      if (!apply(userInitiated, event, []) && apply(sameDocument, apply(destination, event, []), [])) noteHop()
    }
    apply(addEventListener, navigation, ['navigate', noteNavigation, true])
  }
  // Changes in shadow trees are counted here, because `look.js` cannot find closed ones.
  const Observer = MutationObserver
  const observe = Observer.prototype.observe
  const takeRecords = Observer.prototype.takeRecords
  const observer = new Observer(() => noteChange())
  const noteChange = () => {
    changes += 1
    changedAt = now()
  }
  const ALL = { __proto__: null, subtree: true, childList: true, attributes: true, characterData: true }
  const lengthOf = Object.getOwnPropertyDescriptor(NodeList.prototype, 'length').get
  const queryAll = DocumentFragment.prototype.querySelectorAll
  const roots = { __proto__: null }
  let shadows = 0
  /** When the last animation ends that `look.js` cannot find: without an element of the document, or in a closed shadow tree. */
  let movesUntil = 0
  const animationsOf = ShadowRoot.prototype.getAnimations
  const playStateOf = Object.getOwnPropertyDescriptor(Animation.prototype, 'playState').get
  const timelineOf = Object.getOwnPropertyDescriptor(Animation.prototype, 'timeline').get
  const DocumentTimelines = DocumentTimeline.prototype
  const MOST_ANIMATIONS = 100
  /** Animations that scripts have made: the document does not list those without an element, or with one outside of it. */
  const made = { __proto__: null }
  let animated = 0
  const noteAnimation = (args, animation) => {
    if (animated >= MOST_ANIMATIONS) forgetEnded()
    if (animated < MOST_ANIMATIONS) made[animated++] = animation
    else noteLive('very many animations')
  }
  const forgetEnded = () => {
    let kept = 0
    for (let at = 0; at < animated; at += 1) {
      const animation = made[at]
      delete made[at]
      if (apply(playStateOf, animation, []) !== 'finished') made[kept++] = animation
    }
    animated = kept
  }
  const isRunning = (animation) =>
    apply(playStateOf, animation, []) === 'running' &&
    apply(isPrototypeOf, DocumentTimelines, [apply(timelineOf, animation, [])])
  const effectOf = Object.getOwnPropertyDescriptor(Animation.prototype, 'effect').get
  const targetOf = Object.getOwnPropertyDescriptor(KeyframeEffect.prototype, 'target').get
  const timingOf = AnimationEffect.prototype.getComputedTiming
  const currentTimeOf = Object.getOwnPropertyDescriptor(Animation.prototype, 'currentTime').get
  const rateOf = Object.getOwnPropertyDescriptor(Animation.prototype, 'playbackRate').get
  const isConnectedOf = Object.getOwnPropertyDescriptor(Node.prototype, 'isConnected').get
  const rootOf = Node.prototype.getRootNode
  const KeyframeEffects = KeyframeEffect.prototype
  const modeOf = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'mode').get
  const ShadowRoots = ShadowRoot.prototype
  /** Animations that last longer count as endless. */
  const LONG = 20_000
  /** Whether `look.js` finds an animation by its element. */
  const isFindable = (animation) => {
    const effect = apply(effectOf, animation, [])
    if (!apply(isPrototypeOf, KeyframeEffects, [effect])) return false
    const target = apply(targetOf, effect, [])
    if (target === null || !apply(isConnectedOf, target, [])) return false
    const root = apply(rootOf, target, [])
    return !apply(isPrototypeOf, ShadowRoots, [root]) || apply(modeOf, root, []) === 'open'
  }
  const noteMoving = (animation) => {
    if (!isRunning(animation)) return
    const effect = apply(effectOf, animation, [])
    const end = effect === null ? 0 : apply(timingOf, effect, []).endTime
    const at = apply(currentTimeOf, animation, [])
    const rate = apply(rateOf, animation, [])
    const left =
      typeof end === 'number' && typeof at === 'number' && rate !== 0 ? (rate > 0 ? end - at : -at) / rate : LONG + 1
    if (!(left <= LONG)) noteLive('an endless animation')
    else movesUntil = max(movesUntil, now() + left)
  }
  hook(Element.prototype, 'animate', noteAnimation)
  hook(window, 'Animation', noteAnimation)
  hook(Element.prototype, 'attachShadow', (args, root) => {
    noteChange()
    apply(observe, observer, [root, ALL])
    if (shadows < MOST_SHADOWS) roots[shadows++] = root
    else noteLive('very many shadow trees')
  })
  /** Updates the records about animations and shadow trees. */
  const lookIntoShadows = () => {
    movesUntil = 0
    for (const index in made) if (!isFindable(made[index])) noteMoving(made[index])
    if (shadows > 0 && apply(takeRecords, observer, []).length > 0) noteChange()
    for (const index in roots)
      if (apply(lengthOf, apply(queryAll, roots[index], [RESTLESS]), []) > 0) noteLive('an element of a shadow tree')
    for (const index in roots) {
      if (apply(modeOf, roots[index], []) === 'open') continue
      const animations = apply(animationsOf, roots[index], [])
      for (let at = 0; at < animations.length; at += 1) noteMoving(animations[at])
    }
  }
  // Stores and decoders of the browser may take long, and nothing in the page tells when they are done.
  const noteStore = () => {
    storeAt = now() + IDLE
  }
  /** Classes and those of their methods that are answered later. */
  const STORES = {
    IDBFactory: ['open', 'deleteDatabase', 'databases'],
    IDBDatabase: ['transaction'],
    IDBObjectStore: [
      ...['put', 'add', 'delete', 'clear', 'get', 'getKey', 'getAll', 'getAllKeys', 'count'],
      ...['openCursor', 'openKeyCursor'],
    ],
    IDBIndex: ['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor'],
    IDBCursor: ['continue', 'advance', 'update', 'delete'],
    CacheStorage: ['open', 'match', 'has', 'delete', 'keys'],
    Cache: ['match', 'matchAll', 'add', 'addAll', 'put', 'delete', 'keys'],
    StorageManager: ['getDirectory', 'estimate', 'persist', 'persisted'],
    Permissions: ['query'],
    FileSystemDirectoryHandle: ['getFileHandle', 'getDirectoryHandle', 'removeEntry', 'resolve'],
    FileSystemFileHandle: ['getFile', 'createWritable'],
    Blob: ['text', 'arrayBuffer', 'bytes', 'stream'],
    FileReader: ['readAsText', 'readAsDataURL', 'readAsArrayBuffer', 'readAsBinaryString'],
    HTMLCanvasElement: ['toBlob'],
    OffscreenCanvas: ['convertToBlob'],
    HTMLImageElement: ['decode'],
  }
  for (const name of Object.keys(STORES)) {
    const owner = window[name] && window[name].prototype
    for (const method of STORES[name]) hookCalls(owner, method, noteStore)
  }
  for (const name of ['createImageBitmap', 'CompressionStream', 'DecompressionStream'])
    hookCalls(window, name, noteStore)
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
    ...{
      AudioDecoder: 'media',
      AudioEncoder: 'media',
      VideoDecoder: 'media',
      VideoEncoder: 'media',
      ImageDecoder: 'media',
    },
    SpeechSynthesisUtterance: 'speech',
    PressureObserver: 'an observer of the machine',
    IdleDetector: 'an observer of the machine',
    Notification: 'a notification',
  }
  for (const name of Object.keys(LIVE)) hookCalls(window, name, () => noteLive(LIVE[name]))
  if (typeof SubtleCrypto === 'function')
    for (const name of ['deriveBits', 'deriveKey', 'generateKey', 'digest', 'encrypt', 'decrypt', 'sign', 'verify'])
      hookCalls(SubtleCrypto.prototype, name, () => noteLive('cryptography'))
  if (typeof RTCPeerConnection === 'function')
    hookCalls(RTCPeerConnection, 'generateCertificate', () => noteLive('cryptography'))
  // An element that is not in the document plays, too.
  for (const name of ['play', 'load']) hookCalls(HTMLMediaElement.prototype, name, () => noteLive('media'))
  // Rules of style sheets are not part of the tree, so a mutation observer misses them.
  for (const name of ['replace', 'replaceSync', 'insertRule', 'deleteRule'])
    hook(CSSStyleSheet.prototype, name, () => noteChange())
  if (typeof ServiceWorkerContainer === 'function')
    hookCalls(ServiceWorkerContainer.prototype, 'register', () => noteLive('a service worker'))
  // Modules are compiled in other threads, for as long as it takes.
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming'])
    hookCalls(WebAssembly, name, () => noteLive('WebAssembly'))
  if (typeof Geolocation === 'function')
    hookCalls(Geolocation.prototype, 'watchPosition', () => noteLive('a watched position'))
  if (typeof LockManager === 'function') hookCalls(LockManager.prototype, 'request', () => noteLive('a lock'))
  // `look.js` finds those of documents; one of an element begins before it can be found.
  hookCalls(Element.prototype, 'startViewTransition', () => noteLive('a view transition of an element'))
  hookCalls(window, 'open', () => noteLive('another window'))

  // Unlike the document, `document.fonts` keeps its listeners after document.open().
  apply(addEventListener, document.fonts, [
    NAME,
    (event) => {
      apply(stopImmediatePropagation, event, [])
      node = apply(relatedTarget, event, [])
      lookIntoShadows()
      write()
    },
    true,
  ])
})()
