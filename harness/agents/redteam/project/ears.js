// Channels by which a page can notice that someone reads it.
;(() => {
  const $ = globalThis['~']
  /** Milliseconds: reads in quicker succession belong to different questions, since the first one succeeded. */
  const SAME_QUESTION = 60
  const times = new WeakMap()

  /** Rows change only if `rowsToo`: a press causes many events, and a row that moves under the pointer is not pressed. */
  function heard(target, rowsToo = false) {
    const element = target instanceof Element ? target : document.documentElement
    const before = times.get(element)
    const now = performance.now()
    times.set(element, now)
    if (before !== undefined && now - before > SAME_QUESTION) $.nextAt(element, rowsToo)
  }

  /** The driver marks the elements that a locator finds; a reset without a mark means that it found none. */
  function marks() {
    let found = false
    document.addEventListener(
      '__playwright_mark_target__',
      (event) => {
        found = true
        heard(event.composedPath()[0], true)
      },
      true,
    )
    document.addEventListener(
      '__playwright_reset_targets__',
      () => {
        found = false
        queueMicrotask(() => found || heard(document.documentElement, true))
      },
      true,
    )
  }

  function events(names) {
    for (const name of names) addEventListener(name, (event) => event.isTrusted && heard(event.target), true)
  }

  function observers() {
    const each = (entries) => entries.forEach(({ target }) => heard(target))
    const seen = new IntersectionObserver(each, { threshold: [0, 0.5, 1] })
    const sized = new ResizeObserver(each)
    const changed = new MutationObserver((records) =>
      records
        .filter(({ attributeName }) => attributeName && !/shown|hidden/.test(attributeName))
        .forEach(({ target }) => heard(target)),
    )
    for (const element of document.body.querySelectorAll('[id]')) {
      seen.observe(element)
      sized.observe(element)
    }
    changed.observe(document, { attributes: true, subtree: true })
    try {
      const timed = new PerformanceObserver((list) => list.getEntries().forEach((entry) => heard(entry.target)))
      timed.observe({ type: 'event', durationThreshold: 16, buffered: true })
    } catch {
      // The browser does not support event timing.
    }
  }

  /** Wraps functions that scripts call to read the page; a driver in an isolated world does not call the wrappers. */
  function traps() {
    const wrapMethod = (prototype, name) => {
      const own = prototype[name]
      if (typeof own !== 'function') return
      prototype[name] = function (...args) {
        const result = Reflect.apply(own, this, args)
        heard(this instanceof Element ? this : result)
        return result
      }
    }
    const wrapGetter = (prototype, name) => {
      const own = Object.getOwnPropertyDescriptor(prototype, name)
      if (!own?.get) return
      Object.defineProperty(prototype, name, {
        ...own,
        get() {
          if (!inside) heard(this)
          return Reflect.apply(own.get, this, [])
        },
      })
    }
    let inside = false
    const next = $.nextAt
    $.nextAt = (element, rowsToo) => {
      inside = true
      next(element, rowsToo)
      inside = false
    }
    for (const name of ['getBoundingClientRect', 'getClientRects', 'scrollIntoViewIfNeeded', 'checkVisibility'])
      wrapMethod(Element.prototype, name)
    for (const name of ['elementFromPoint', 'elementsFromPoint', 'evaluate']) wrapMethod(Document.prototype, name)
    for (const name of ['innerText', 'outerText', 'offsetWidth', 'offsetHeight'])
      wrapGetter(HTMLElement.prototype, name)
    const style = globalThis.getComputedStyle
    globalThis.getComputedStyle = (element, ...args) => (heard(element), style(element, ...args))
    for (const name of ['__playwright', '__pwClock', '__pw_recorderState', '__playwright__binding__'])
      Object.defineProperty(globalThis, name, { configurable: true, get: () => void heard(document.body), set() {} })
  }

  function scroll() {
    let last = scrollY
    const look = () => {
      if (scrollY !== last) heard(document.elementFromPoint(innerWidth / 2, innerHeight / 2))
      last = scrollY
      requestAnimationFrame(look)
    }
    look()
  }

  const channels = {
    marks,
    pointer: () => events(['pointermove', 'mousemove', 'pointerover', 'mouseover', 'pointerenter', 'pointerdown']),
    focus: () => events(['focus', 'focusin', 'focusout', 'blur', 'selectionchange', 'select', 'visibilitychange']),
    input: () => events(['keydown', 'beforeinput', 'input', 'change', 'wheel', 'touchstart', 'contextmenu']),
    page: () =>
      events([
        'resize',
        'scroll',
        'scrollend',
        'pageshow',
        'animationstart',
        'transitionstart',
        'beforeprint',
        'message',
      ]),
    observers,
    traps,
    scroll,
  }
  $.listen = () => {
    const asked = Object.keys(channels).filter($.has)
    for (const name of asked.length > 0 ? asked : Object.keys(channels)) channels[name]()
  }
})()
