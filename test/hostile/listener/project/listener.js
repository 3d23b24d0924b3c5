/* Calls found(what) for every event or change that no human user causes. */
;(() => {
  const apply = Reflect.apply
  const KNOWN = [
    ...['__playwright_mark_target__', '__playwright_unmark_target__', '__playwright_reset_targets__'],
    ...['__playwright_global_listeners_check__', '__playwright_snapshotter_global_listeners_check__'],
    ...[
      'playwright',
      'puppeteer',
      'webdriver-evaluate',
      'selenium-evaluate',
      'driver-evaluate',
      '__webdriver_evaluate',
    ],
  ]
  const listen = EventTarget.prototype.addEventListener
  for (const target of [window, document]) {
    const names = new Set(KNOWN)
    for (let object = target; object; object = Object.getPrototypeOf(object))
      for (const name of Object.getOwnPropertyNames(object)) if (/^on[a-z]/.test(name)) names.add(name.slice(2))
    for (const name of names)
      apply(listen, target, [
        name,
        (event) => {
          if (KNOWN.includes(name)) found(`the event ${name}`)
          if (event instanceof CustomEvent) found(`a custom event ${event.type}`)
          if (!event.isTrusted && !/^(input|change)$/.test(event.type)) found(`an event ${event.type} that was made`)
        },
        true,
      ])
  }

  // Scripts in this world call these functions; from now on, the page itself calls none of them.
  const hear = (owner, name) => {
    const original = owner[name]
    if (typeof original !== 'function') return
    owner[name] = function (...args) {
      found(`a call of ${name}(${String(args[0]).slice(0, 80)})`)
      return new.target ? Reflect.construct(original, args) : apply(original, this, args)
    }
  }
  hear(EventTarget.prototype, 'dispatchEvent')
  hear(EventTarget.prototype, 'addEventListener')
  for (const name of ['eval', 'getComputedStyle', 'MutationObserver', 'CustomEvent', 'postMessage']) hear(window, name)
  for (const name of ['querySelectorAll', 'evaluate', 'elementFromPoint', 'createTreeWalker'])
    hear(Document.prototype, name)
  for (const name of ['getBoundingClientRect', 'matches', 'closest', 'getClientRects']) hear(Element.prototype, name)
  for (const name of ['innerText', 'textContent', 'value', 'checked']) {
    for (const owner of [Node.prototype, HTMLElement.prototype, HTMLInputElement.prototype]) {
      const descriptor = Object.getOwnPropertyDescriptor(owner, name)
      if (!descriptor?.get || name === 'textContent') continue
      Object.defineProperty(owner, name, {
        ...descriptor,
        get() {
          found(`a look at ${name}`)
          return apply(descriptor.get, this, [])
        },
      })
    }
  }

  const keysOf = (object) => Object.getOwnPropertyNames(object).concat(Object.getOwnPropertySymbols(object).map(String))
  const watched = [window, document, navigator, document.documentElement, Document.prototype, Element.prototype]
  const before = watched.map((object) => new Set(keysOf(object)))
  const look = () => {
    watched.forEach((object, index) => {
      for (const key of keysOf(object)) if (!before[index].has(key)) found(`a new property ${key}`)
    })
    for (const element of document.getElementsByTagName('*')) {
      // A form or a select has its fields or options as numbered properties.
      for (const key of keysOf(element)) if (!/^\d+$/.test(key)) found(`a property ${key} of an element`)
      for (const { name } of element.attributes) if (/playwright|^_/.test(name)) found(`an attribute ${name}`)
    }
  }
  const OURS = /driver|playwright|puppeteer|selenium|^__p|^cdc_|^\$c/i
  for (const key of [...keysOf(window), ...keysOf(document)]) if (OURS.test(key)) found(`a property ${key}`)

  const sources = Function.prototype.toString
  for (const name of [
    'setTimeout',
    'setInterval',
    'requestAnimationFrame',
    'fetch',
    'Date',
    'Function',
    'WebSocket',
    'open',
  ]) {
    const source = apply(sources, window[name], [])
    if (source !== `function ${name}() { [native code] }`) found(`${name} is not native: ${source}`)
  }
  for (const owner of [
    Date,
    Intl.DateTimeFormat.prototype,
    CSSStyleSheet.prototype,
    Node.prototype,
    Performance.prototype,
  ]) {
    for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(owner))) {
      for (const each of [value, get])
        if (typeof each === 'function' && !/\{ \[native code\] \}$/.test(apply(sources, each, [])))
          if (!['innerText', 'value'].includes(name)) found(`${name} is not native`)
    }
  }
  if (new Date().constructor !== Date || Date.length !== 7 || Date.name !== 'Date' || Object.keys(Date).length > 0)
    found('another Date')
  if (navigator.webdriver) found('navigator.webdriver')
  if (/headless/i.test(navigator.userAgent + JSON.stringify(navigator.userAgentData ?? '')))
    found('a browser without windows')
  try {
    null.property
  } catch (error) {
    if (/playwright|<anonymous>|pptr|UtilityScript/.test(error.stack)) found('a stack that is not its own')
  }
  setInterval(look, 50)
})()
