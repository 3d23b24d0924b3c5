/**
 * The judge's script in a document: a selector engine in its own world, isolated from the page's scripts. Locators ask it
 * questions. It answers with elements of the page (`row`), or with one detached element whose text is the answer as JSON
 * (`state`, `look`). Elements of a page can shadow properties of documents and forms by their names, so every property is read
 * through its prototype.
 */
;(() => {
  const NAME = '__NAME__'
  const getter = (owner, key) => {
    const get = Object.getOwnPropertyDescriptor(owner.prototype, key).get
    return (object) => Reflect.apply(get, object, [])
  }
  const method = (owner, key) => {
    const call = owner.prototype[key]
    return (object, ...args) => Reflect.apply(call, object, args)
  }
  const innerTextOf = getter(HTMLElement, 'innerText')
  const textContentOf = getter(Node, 'textContent')
  const parentOf = getter(Node, 'parentElement')
  const parentNodeOf = getter(Node, 'parentNode')
  const rootOf = method(Node, 'getRootNode')
  const childrenOf = getter(Element, 'children')
  const childNodesOf = getter(Node, 'childNodes')
  const tagOf = getter(Element, 'localName')
  const attribute = method(Element, 'getAttribute')
  const queryAll = method(Element, 'querySelectorAll')
  const queryDocument = method(Document, 'querySelectorAll')
  const boxOf = method(Element, 'getBoundingClientRect')
  const contains = method(Node, 'contains')
  const closest = method(Element, 'closest')
  const readyStateOf = getter(Document, 'readyState')
  const create = method(Document, 'createElement')
  const elementsAt = method(Document, 'elementsFromPoint')
  const animationsOf = method(Document, 'getAnimations')
  const bodyOf = getter(Document, 'body')
  const rootElementOf = getter(Document, 'documentElement')
  const fontsOf = getter(Document, 'fonts')
  const scrollTo = method(Element, 'scrollIntoView')
  const dataOf = getter(CharacterData, 'data')

  // ---- the records of hooks.js ----

  const notes = new Text()
  const ask = () => {
    fontsOf(document).dispatchEvent(new MouseEvent(NAME, { relatedTarget: notes }))
    return dataOf(notes) === '' ? undefined : JSON.parse(dataOf(notes))
  }

  // ---- changes of the page ----

  const id = `${String(performance.timeOrigin)}-${String(Math.random())}`
  let changes = 0
  let changedAt = performance.now()
  const observer = new MutationObserver((records) => note(records))
  const targetOf = getter(MutationRecord, 'target')
  const kindOf = getter(MutationRecord, 'type')
  const addedOf = getter(MutationRecord, 'addedNodes')
  /** When an element itself, its attributes, or the attributes of a parent changed: from the first to the last of consecutive changes. */
  const ownChanges = new WeakMap()
  /** The same for the nodes in an element. */
  const innerChanges = new WeakMap()
  /** Changes that are further apart (ms) than this are not consecutive. */
  const CONSECUTIVE = 100
  const noteIn = (map, node, time) => {
    const last = map.get(node)
    if (last === undefined || time - last.to > CONSECUTIVE) map.set(node, { from: time, to: time })
    else last.to = time
  }
  /** Times without a change that were long enough for a look. */
  const calms = []
  const MOST_CALMS = 10
  const MOST_RECORDS = 500
  const note = (records) => {
    if (records.length === 0) return
    changes += records.length
    const before = changedAt
    changedAt = performance.now()
    if (changedAt - before >= PLATEAU) calms.push({ from: before, to: changedAt })
    if (calms.length > MOST_CALMS) calms.shift()
    const inside = new Set()
    for (const record of records.slice(-MOST_RECORDS)) {
      const target = targetOf(record)
      // A rule of a style sheet may depend on an attribute of a sibling.
      const isOwn = target instanceof Element && kindOf(record) !== 'attributes'
      noteNear(isOwn ? target : parentOf(target), changedAt)
      if (kindOf(record) === 'attributes') noteIn(ownChanges, target, changedAt)
      for (const node of addedOf(record)) noteIn(ownChanges, node, changedAt)
      for (let each = target; each && !inside.has(each); each = parentNodeOf(each)) inside.add(each)
    }
    for (const node of inside) noteIn(innerChanges, node, changedAt)
  }
  /**
   * Changes of an element, of what is in it, and of the styles that its parents may give it.
   * `quiet`: ms since the last one; `busy`: ms from the first to the last of consecutive changes.
   */
  const changesOf = (element, noted, time) => {
    const all = [innerChanges.get(element), ...upwards(element).map((each) => ownChanges.get(each))]
    if (rootOf(element) !== document) all.push({ from: noted?.changedAt ?? 0, to: noted?.changedAt ?? 0 })
    let last = { from: 0, to: 0 }
    for (const each of all) if (each !== undefined && each.to > last.to) last = each
    return { quiet: time - last.to, busy: last.to - last.from, plateaus: plateausOf(element, time) }
  }
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })

  /** When a navigation to another document began that has not finished. */
  let leavingAt
  if (typeof navigation === 'object') {
    navigation.addEventListener('navigate', (event) => {
      if (!event.hashChange && event.downloadRequest === null) leavingAt = performance.now()
    })
    for (const type of ['navigatesuccess', 'navigateerror'])
      navigation.addEventListener(type, () => (leavingAt = undefined))
  }
  /** Milliseconds after which a navigation counts as over: the response may be a file, which is not shown. */
  const LEAVING = 2000

  const MOST_FIELDS = 500
  const checkedOf = getter(HTMLInputElement, 'checked')
  const VALUES = [
    [HTMLInputElement, (field) => `${inputValue(field)}${checkedOf(field) ? '+' : '-'}`],
    [HTMLTextAreaElement, getter(HTMLTextAreaElement, 'value')],
    [HTMLSelectElement, getter(HTMLSelectElement, 'value')],
  ]
  const inputValue = getter(HTMLInputElement, 'value')
  const valueOf = (field) => VALUES.find(([type]) => field instanceof type)?.[1](field) ?? ''
  /** A hash of the values of all fields, which are not part of the tree. */
  const valuesOf = () => {
    let hash = 0
    let count = 0
    for (const field of queryDocument(document, 'input, textarea, select')) {
      if ((count += 1) > MOST_FIELDS) break
      const value = String(valueOf(field)).slice(0, 1000)
      for (let index = 0; index < value.length; index += 1) hash = (hash * 31 + value.charCodeAt(index)) | 0
      hash = (hash * 31 + 7) | 0
    }
    return hash
  }

  /** Elements that play by themselves or contain another document. */
  const RESTLESS = '__RESTLESS__'

  /** Milliseconds for which a timer that is due may wait for its turn. */
  const LATE = 1000
  // ---- animations ----

  const effectOf = getter(Animation, 'effect')
  const effectTargetOf = getter(KeyframeEffect, 'target')
  const pseudoOf = getter(KeyframeEffect, 'pseudoElement')
  const keyframesOf = method(KeyframeEffect, 'getKeyframes')
  const timingOf = method(AnimationEffect, 'getComputedTiming')
  const currentTimeOf = getter(Animation, 'currentTime')
  const rateOf = getter(Animation, 'playbackRate')
  const shadowAnimationsOf = method(ShadowRoot, 'getAnimations')
  /** A scroll-driven animation does not run by itself. */
  const isRunning = (animation) =>
    (animation.playState === 'running' || animation.pending) && !(animation.timeline instanceof ScrollTimeline)
  /** Animations that last longer (ms) count as endless. */
  const ENDLESS = 20_000
  const leftOf = (animation, effect) => {
    const end = effect === null ? 0 : timingOf(effect).endTime
    const at = currentTimeOf(animation) ?? 0
    const rate = rateOf(animation)
    const left = rate > 0 ? (end - at) / rate : rate < 0 ? at / -rate : Infinity
    return left <= ENDLESS ? Math.max(0, left) : Infinity
  }
  /** Properties that change no text and hide none. */
  const COLOURS =
    /^(background|border|outline|boxShadow|computedOffset|offset$|easing|composite|accentColor|caretColor|scale$)/
  const onlyColours = (effect) =>
    keyframesOf(effect).every((frame) => Object.keys(frame).every((key) => COLOURS.test(key)))
  const hasText = (element) =>
    textContentOf(element).trim() !== '' || queryAll(element, 'input, textarea, select').length > 0
  /** Whether a pseudo-element shows letters or digits. */
  const isWritten = (element, pseudo) =>
    /[\p{L}\p{N}]|\battr\(/u.test(getComputedStyle(element, pseudo).content.replace(/^(none|normal)$/, ''))

  /** Whether an animation may change what is read or seen in an element; without an element, anywhere on the page. */
  const concerns = (effect, element) => {
    if (!(effect instanceof KeyframeEffect)) return true
    const target = effectTargetOf(effect)
    if (target === null) return false
    const pseudo = pseudoOf(effect)
    if (pseudo !== null) return pseudo.startsWith('::view-transition') || isWritten(target, pseudo)
    if (element === undefined) return hasText(target) && !onlyColours(effect)
    if (target !== element && contains(element, target)) return hasText(target) && !onlyColours(effect)
    return upwards(element).includes(target) && !onlyColours(effect)
  }
  /** Milliseconds until the running animations end: those that concern an element, and the others. Endless ones: -1 and not at all. */
  const movesOf = (element) => {
    const root = element === undefined ? document : rootOf(element)
    const all = [...animationsOf(document), ...(root instanceof ShadowRoot ? shadowAnimationsOf(root) : [])]
    const moves = { here: 0, isEndless: false, elsewhere: 0 }
    for (const animation of all) {
      if (!isRunning(animation)) continue
      const effect = effectOf(animation)
      const left = leftOf(animation, effect)
      const isHere = concerns(effect, element)
      if (left === Infinity) moves.isEndless ||= isHere
      else if (isHere) moves.here = Math.max(moves.here, left + FRAME)
      else moves.elsewhere = Math.max(moves.elsewhere, left + FRAME)
    }
    return moves
  }
  /** Milliseconds of one or two frames: until then, the end of an animation is painted and reported. */
  const FRAME = 34

  const TRANSITION = 'activeViewTransition'
  const transitionsOf = [Document, Element]
    .filter(({ prototype }) => TRANSITION in prototype)
    .map((owner) => [owner, getter(owner, TRANSITION)])
  /** Whether a picture from before a change is painted instead of a document or an element. */
  const isInTransition = (node) =>
    transitionsOf.some(([owner, transitionOf]) => node instanceof owner && transitionOf(node) !== null)

  /** A document with an opaque origin, such as one that its server sandboxes, has none and may not ask for one. */
  const hasServiceWorker = () => {
    try {
      return Boolean(navigator.serviceWorker?.controller)
    } catch {
      return false
    }
  }
  /** Frames that follow each other for this long (ms) are a loop that goes on. */
  const LOOP = 300
  /** Reasons for which hooks.js loses track of a page. */
  const STRANGE = /^a function of|whose delay is an object$/

  /**
   * The state of the page, for an element if there is one. `next`: ms until the first known timer is due, or -1. `live`: reasons why the
   * page may change at any time; `background`: the same, of things that go on for ever and may have nothing to do with the element.
   * `quiet`: ms since the last change of the page, and `here` those of the element.
   */
  const state = (element) => {
    note(observer.takeRecords())
    const time = performance.now()
    const noted = ask()
    const live = noted === undefined ? ['no records of its timers'] : noted.live.filter((each) => STRANGE.test(each))
    const background = noted === undefined ? [] : noted.live.filter((each) => !STRANGE.test(each))
    for (const period of new Set(noted?.periods)) background.push(`a timer that repeats every ${String(period)} ms`)
    if (noted?.hoppingUntil > time) live.push('an address that scripts keep changing')
    if (noted?.overflow) background.push('very many timers')
    for (const restless of queryDocument(document, RESTLESS))
      (tagOf(restless) === 'meta' ? live : background).push(`an element <${tagOf(restless)}>`)
    if (noted?.storeAt > time) background.push('an answer of a store')
    const moves = movesOf(element)
    if (moves.isEndless) background.push('an animation of a text')
    if (readyStateOf(document) !== 'complete') live.push('a document that still loads')
    if (hasServiceWorker()) background.push('a service worker')
    if (isInTransition(document)) live.push('a view transition')
    if (leavingAt !== undefined && time < leavingAt + LEAVING) live.push('a navigation')
    const timers = (noted?.due ?? []).filter(([end]) => end + 50 >= time)
    const ends = timers.filter(([, chain]) => chain === -1).map(([end]) => end)
    for (const chain of new Set(timers.map(([, each]) => each)))
      if (chain !== -1) background.push(`a timer that is set again every ${String(chain)} ms`)
    if (noted?.frameAt > time) {
      if (time - noted.framesFrom >= LOOP) background.push('frames that follow each other')
      else ends.push(noted.frameAt)
    }
    for (const end of [noted?.soonAt ?? 0, noted?.movesUntil ?? 0, time + moves.here]) if (end > time) ends.push(end)
    const next = ends.length === 0 ? -1 : Math.max(0, Math.round(Math.min(...ends) - time))
    const inShadows = noted?.changes ?? 0
    if (queryDocument(document, 'input, textarea, select').length > MOST_FIELDS) live.push('very many fields')
    const version = `${id} ${String(changes)} ${String(inShadows)} ${String(valuesOf())} ${location.href.slice(0, 500)}`
    const last = ends.length === 0 ? -1 : Math.max(...ends) - time
    // A timer that is due may have to wait for a long task.
    const isLate = timers.some(([end]) => end <= time && end + LATE >= time)
    const idle = (noted?.idleAt ?? 0) > time || isLate || moves.here > 0 || moves.elsewhere > 0
    const here = element === undefined ? undefined : changesOf(element, noted, time)
    const quiet = time - Math.max(changedAt, noted?.changedAt ?? 0)
    const ages = calms.map(({ from, to }) => [time - from, time - to])
    return {
      ...{ version, live, background: [...new Set(background)], next, last, idle, quiet, moves: moves.here, here },
      calms: ages,
    }
  }

  // ---- visibility for a person ----

  const MOST_RECTANGLES = 200
  const LOOKED_AT = 6
  const SMALLEST_TEXT = 6
  const NARROWEST_LETTER = 1.5
  const LEAST_OPACITY = 0.3
  const LEAST_CONTRAST = 1.4

  /** Rectangles of the texts in an element, each with the parent of the text; without texts, the box of the element. */
  const rectanglesOf = (element) => {
    const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT)
    const range = Document.prototype.createRange.call(document)
    const found = []
    for (let node = walker.nextNode(); node && found.length < MOST_RECTANGLES; node = walker.nextNode()) {
      const text = dataOf(node)
      if (text.trim() === '') continue
      const holder = parentOf(node)
      if (holder === null || ['script', 'style', 'template', 'option'].includes(tagOf(holder))) continue
      range.selectNodeContents(node)
      const letters = text.trim().length
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
      if (boxes.length === 0 && holder.checkVisibility())
        found.push({ box: boxOf(holder), holder, text: true, letterWidth: 0 })
      const width = boxes.reduce((sum, box) => sum + box.width, 0)
      for (const box of boxes.slice(0, 3)) found.push({ box, holder, text: true, letterWidth: width / letters })
    }
    if (found.length > 0) return found
    const box = boxOf(element)
    return box.width > 0 && box.height > 0 ? [{ box, holder: element, text: false, letterWidth: Infinity }] : []
  }

  /** At most `most` entries, spread evenly, the first and the last included. */
  const spread = (list, most) =>
    list.length <= most
      ? list
      : Array.from({ length: most }, (_, index) => list[Math.round((index * (list.length - 1)) / (most - 1))])

  const upwards = (element) => {
    const chain = []
    for (let each = element; each; each = slotOf(each) ?? parentOf(each) ?? hostOf(each)) chain.push(each)
    return chain
  }
  const slotOfElement = getter(Element, 'assignedSlot')
  const slotOfText = getter(Text, 'assignedSlot')
  /** The slot of a shadow tree that shows a node of its host. */
  const slotOf = (node) => (node instanceof Text ? slotOfText(node) : slotOfElement(node))
  const hostOf = (element) => {
    const root = rootOf(element)
    return root instanceof ShadowRoot ? root.host : null
  }

  const colourOf = (text) => {
    const match = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text)
    return match
      ? { rgb: [Number(match[1]), Number(match[2]), Number(match[3])], alpha: Number(match[4] ?? 1) }
      : colourAsPainted(text)
  }
  /** Style sheets also use the colour spaces of CSS Color 4, such as `oklch(0.97 0 286)`. A pixel tells what they look like. */
  const colourAsPainted = (text) => {
    if (painted.has(text) || !CSS.supports('color', text)) return painted.get(text)
    pixel ??= new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    pixel.clearRect(0, 0, 1, 1)
    pixel.fillStyle = text
    pixel.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = pixel.getImageData(0, 0, 1, 1).data
    if (painted.size >= MOST_COLOURS) painted.clear()
    painted.set(text, { rgb: [red, green, blue], alpha: alpha / 255 })
    return painted.get(text)
  }
  let pixel
  const painted = new Map()
  const MOST_COLOURS = 500
  /** The colours in a style of several parts, such as the stops of a gradient. */
  const COLOUR_PARTS = /(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)/g
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const contrast = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (high + 0.05) / (low + 0.05)
  }

  /** Styles that can change how an element looks beyond its colours, so that only a screenshot can tell. */
  const isUnusual = (style) =>
    style.filter !== 'none' ||
    style.mixBlendMode !== 'normal' ||
    style.clipPath !== 'none' ||
    style.maskImage !== 'none' ||
    style.backgroundClip === 'text' ||
    style.transform.startsWith('matrix3d') ||
    parseFloat(style.webkitTextStrokeWidth) > 0 ||
    (style.textDecorationLine !== 'none' && parseFloat(style.textDecorationThickness) > THICKEST_LINE)
  /** Most pixels of a line through a text that leaves the text readable. */
  const THICKEST_LINE = 3
  const PAINTED = new Set(['img', 'canvas', 'svg', 'video', 'iframe', 'object', 'embed', 'picture', 'image'])
  const isOpaque = (element, style) => {
    if (Number(style.opacity) < 0.5) return false
    if (PAINTED.has(tagOf(element)) || style.backgroundImage !== 'none') return true
    return (colourOf(style.backgroundColor)?.alpha ?? 1) > 0.5
  }
  /** Whether a pseudo-element may cover the element. A hit test does not reveal it. */
  const isLaidOver = (element) =>
    ['::before', '::after'].some((pseudo) => {
      const style = getComputedStyle(element, pseudo)
      if (style.content === 'none' || style.content === 'normal') return false
      return ['absolute', 'fixed'].includes(style.position) && style.display !== 'none'
    })

  /** Whether the first letter or line is painted differently from the rest. */
  const hasOwnBeginning = (chain, styles) =>
    chain.slice(0, 4).some((element, index) =>
      ['::first-line', '::first-letter'].some((pseudo) => {
        const style = getComputedStyle(element, pseudo)
        const own = styles[index]
        return (
          INHERITED_INK.some((key) => style[key] !== own[key]) ||
          Object.entries(INITIAL_INK).some(([key, initial]) => style[key] !== initial && style[key] !== own[key])
        )
      }),
    )
  /** Without a rule of its own, the beginning inherits these from its element, */
  const INHERITED_INK = ['color', 'webkitTextFillColor', 'fontSize', 'textShadow']
  /** and has these initial values, whatever its element has. */
  const INITIAL_INK = { opacity: '1', backgroundColor: 'rgba(0, 0, 0, 0)' }
  /** Whether a script or the user has highlighted texts of the page. */
  const isMarked = () => CSS.highlights?.size > 0 || Reflect.apply(getSelection, document, [])?.isCollapsed === false
  const getSelection = Document.prototype.getSelection
  /** Whether a modal dialog or popover may paint over the element. */
  const isBehind = (element) => {
    for (const top of queryDocument(document, ':modal, :popover-open')) {
      if (contains(top, element) || !isRendered(top)) continue
      const style = getComputedStyle(top, '::backdrop')
      const reach = ['borderTopWidth', 'outlineWidth'].some((key) => parseFloat(style[key]) > FAR)
      if (isOpaque(top, style) || reach || style.backdropFilter !== 'none' || style.boxShadow !== 'none') return true
    }
    return false
  }
  /** Whether an element shows something besides its background: its own text, a border, a pseudo-element. */
  const hasInk = (element, style) =>
    [style.borderTopWidth, style.borderLeftWidth, style.borderRightWidth, style.borderBottomWidth].some(
      (width) => parseFloat(width) > THICKEST_LINE,
    ) ||
    isLaidOver(element) ||
    [...childNodesOf(element)].some((node) => node instanceof Text && dataOf(node).trim() !== '')

  /** Pixels by which an outline or shadow has to extend beyond its element to count as a cover. */
  const FAR = 30
  /** A shadow that is not darker than this leaves a text readable. */
  const MOST_SHADE = 0.5
  const reachOf = (style) => {
    const outline = style.outlineStyle === 'none' ? 0 : parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset)
    if (style.boxShadow === 'none') return outline
    const alphas = (style.boxShadow.match(COLOUR_PARTS) ?? []).map((each) => colourOf(each)?.alpha ?? 1)
    if (alphas.reduce((sum, alpha) => sum + alpha, 0) <= MOST_SHADE) return outline
    const lengths = [...style.boxShadow.replace(/\([^)]*\)/g, '').matchAll(/-?[\d.]+(?=px)/g)].map(([length]) =>
      Math.abs(length),
    )
    return Math.max(
      outline,
      ...lengths.map((length, index) => length + (lengths[index + 1] ?? 0) + (lengths[index + 3] ?? 0)),
    )
  }

  /** Elements that cover others and that no hit test finds. Cached for each state of the page. */
  let coversAt = ''
  let covers = []
  const EVERYWHERE = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }
  const MOST_ELEMENTS = 4000
  const coversOf = () => {
    const at = `${String(changes)} ${String(scrollX)} ${String(scrollY)} ${String(innerWidth)}`
    if (at === coversAt) return covers
    coversAt = at
    covers = []
    let count = 0
    const waiting = [...(bodyOf(document) ? childrenOf(bodyOf(document)) : [])]
    for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
      if ((count += 1) > MOST_ELEMENTS) return (covers = undefined)
      const style = getComputedStyle(element)
      if (style.display === 'none') continue
      noteCover(element, style)
      if (!isSkipping(element, style)) for (const child of childrenOf(element)) waiting.push(child)
    }
    return covers
  }
  /**
   * Whether nothing inside an element is in the window. The styles of such elements are not computed yet: reading them would
   * load their pictures, and so tell the server that something is looked at.
   */
  const isSkipping = (element, { contentVisibility }) => {
    if (contentVisibility === 'hidden') return true
    if (contentVisibility !== 'auto') return false
    // Nothing is painted outside of its box.
    const { left, top, right, bottom } = boxOf(element)
    return right < 0 || bottom < 0 || left > innerWidth || top > innerHeight
  }
  const noteCover = (element, style) => {
    const reach = reachOf(style)
    if (reach >= FAR) {
      const { left, top, right, bottom } = boxOf(element)
      covers.push({
        element,
        box: { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach },
      })
    }
    if (style.pointerEvents !== 'none' || style.visibility !== 'visible' || Number(style.opacity) < LEAST_OPACITY)
      return
    // A pseudo-element may be anywhere.
    if (isLaidOver(element)) covers.push({ element, box: EVERYWHERE })
    else if (isOpaque(element, style) || hasInk(element, style) || style.backdropFilter !== 'none') {
      const box = boxOf(element)
      if (box.width > 0 && box.height > 0) covers.push({ element, box })
    }
  }
  /** The elements that may cover a point of an element; undefined if there are too many elements to know. */
  const coversAround = (point, chain) =>
    coversOf()
      ?.filter(
        ({ element, box }) =>
          !chain.includes(element) &&
          !contains(chain[0], element) &&
          point.x >= box.left &&
          point.x <= box.right &&
          point.y >= box.top &&
          point.y <= box.bottom,
      )
      .map(({ element }) => element)

  // Which of two elements is painted first (CSS 2.1, appendix E). Where this is not certain, a screenshot tells.
  const isPositioned = ({ position }) => position !== 'static'
  const isFlexible = (element) => /flex|grid/.test(getComputedStyle(parentOf(element) ?? element).display)
  const stacks = (element, style) =>
    parentOf(element) === null ||
    ['fixed', 'sticky'].includes(style.position) ||
    ((isPositioned(style) || isFlexible(element)) && style.zIndex !== 'auto') ||
    style.animationName !== 'none' ||
    STACKING.some(([key, initial]) => style[key] !== undefined && style[key] !== initial)
  const STACKING = [
    ...[
      ['opacity', '1'],
      ['transform', 'none'],
      ['translate', 'none'],
      ['rotate', 'none'],
      ['scale', 'none'],
    ],
    ...[
      ['filter', 'none'],
      ['backdropFilter', 'none'],
      ['perspective', 'none'],
      ['clipPath', 'none'],
    ],
    ...[
      ['maskImage', 'none'],
      ['maskBorderSource', 'none'],
      ['webkitMaskBoxImageSource', 'none'],
    ],
    ...[
      ['webkitBoxReflect', 'none'],
      ['mixBlendMode', 'normal'],
      ['isolation', 'auto'],
      ['willChange', 'auto'],
    ],
    ...[
      ['contain', 'none'],
      ['containerType', 'normal'],
      ['contentVisibility', 'visible'],
      ['offsetPath', 'none'],
    ],
    ['viewTransitionName', 'none'],
  ]
  /** Styles with which an element may form a stacking context at times, or is painted out of order. */
  const isOutOfOrder = (style) =>
    style.order !== '0' || style.transformStyle !== 'flat' || style.animationName !== 'none' || style.float !== 'none'
  /** The part of a stacking context that an element is painted with: of the one below `common` on its way up. */
  const itemOf = (chain, common) => {
    const below = chain.slice(0, chain.indexOf(common)).map((element) => [element, getComputedStyle(element)])
    if (below.slice(1).some(([, style]) => isOutOfOrder(style))) return undefined
    const context = below.findLast(([element, style]) => stacks(element, style))
    const [element, style] = context ?? below.find(([, each]) => isPositioned(each)) ?? below[0] ?? []
    if (element === undefined || isInTopLayer(element)) return undefined
    const hasLevel = style.zIndex !== 'auto' && (isPositioned(style) || isFlexible(element))
    const isInFlow = context === undefined && !isPositioned(style)
    return { element, level: isInFlow ? IN_FLOW : hasLevel ? Number(style.zIndex) : 0 }
  }
  /** Below what is positioned with the level 0, above all negative levels. */
  const IN_FLOW = -0.5
  const isInTopLayer = (element) => Reflect.apply(matches, element, [':modal, :popover-open, :fullscreen'])
  const matches = Element.prototype.matches
  const isPaintedBefore = (one, other) => {
    const [chain, others] = [upwards(one), upwards(other)]
    if (others.includes(one) || chain.includes(other) || rootOf(one) !== rootOf(other)) return false
    if (['html', 'body'].includes(tagOf(other)) || isOutOfOrder(getComputedStyle(other))) return false
    const common = chain.find((each) => others.includes(each) && stacks(each, getComputedStyle(each)))
    const [first, second] = [itemOf(chain, common), itemOf(others, common)]
    if (!first || !second || first.element === second.element || getComputedStyle(one).order !== '0') return false
    if (contains(first.element, second.element) || contains(second.element, first.element)) return false
    if (first.level !== second.level) return first.level < second.level
    return (comparePositions(first.element, second.element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  }
  const comparePositions = method(Node, 'compareDocumentPosition')
  /** Stands for anything that may be below a text. */
  const ANYTHING = null
  /** The elements below a point, of which some cannot be found by a hit test. They may be anywhere below the first. */
  const withHidden = (below, hidden) => {
    if (hidden.length === 0) return below
    const from = below.findIndex((each, index) => index > 0 && !hidden.every((one) => isPaintedBefore(one, each)))
    return [...(from === -1 ? below : below.slice(0, from)), ANYTHING]
  }

  const checkVisibility = method(Element, 'checkVisibility')
  /** Whether an element has a box that is rendered now. Unlike a question for its box or style, this computes nothing. */
  const isRendered = (element) => checkVisibility(element, { contentVisibilityAuto: true })
  /** Whether an element is inside another one that never renders its content. */
  const isInHidden = (element) =>
    upwards(element)
      .slice(1)
      .reverse()
      .some((each) => isRendered(each) && getComputedStyle(each).contentVisibility === 'hidden')

  /** Test points of a rectangle, in the part of it that is in the window. */
  const pointsOf = (box) => {
    const left = Math.max(box.left, 0)
    const right = Math.min(box.right, innerWidth)
    const x = left + Math.min((right - left) / 2, 20)
    return [0.5, 0.25, 0.75].map((part) => ({ x, y: box.top + box.height * part }))
  }
  const isInWindow = (box) => {
    const isWide = Math.min(box.right, innerWidth) - Math.max(box.left, 0) >= Math.min(box.width / 2, 30)
    if (box.height <= innerHeight) return isWide && box.top >= 0 && box.bottom <= innerHeight
    // A rectangle that is taller than the window never fits into it.
    const middle = box.top + box.height / 2
    return isWide && middle >= 0 && middle <= innerHeight
  }

  /** Why the styles of an element keep a person from seeing it, or a text in it; empty if they do not. */
  const styleProblem = (styles, text = true) => {
    const own = styles[0]
    if (own.visibility !== 'visible') return 'is hidden'
    if (text && own.webkitTextSecurity !== 'none') return 'shows dots instead of letters'
    if (styles.reduce((product, style) => product * Number(style.opacity), 1) < LEAST_OPACITY) return 'is transparent'
    if (!text) return ''
    if ([own.hyphenateCharacter, own.textEmphasisStyle].some((added) => /^["'].*[\p{L}\p{N}]/u.test(added)))
      return 'shows letters that its style adds'
    if (styles.slice(0, 6).some(({ unicodeBidi }) => /override/.test(unicodeBidi)))
      return 'shows its letters in a different order'
    if (parseFloat(own.letterSpacing) < 0 && parseFloat(own.letterSpacing) < parseFloat(own.fontSize) / -4)
      return 'has overlapping letters'
    const paintsLetters = styles.slice(0, 6).some((style) => style.backgroundClip === 'text')
    const drawsLetters = own.textShadow !== 'none' || parseFloat(own.webkitTextStrokeWidth) > 0
    const isTransparent = (colourOf(own.webkitTextFillColor)?.alpha ?? 1) < LEAST_OPACITY
    return isTransparent && !paintsLetters && !drawsLetters ? 'has a transparent colour' : ''
  }

  /** Shadow trees may hide their content; a script cannot inspect closed ones, nor find those that are written in HTML. */
  let hasShadows = false
  /** Whether the styles prove that a text is readable, without a screenshot. */
  const isSureOf = (chain, styles) =>
    !styles.some(isUnusual) &&
    // A hit test does not find an ancestor that lets the pointer through, nor its background.
    styles.every(({ pointerEvents }) => pointerEvents !== 'none') &&
    !chain.slice(0, 6).some(isLaidOver) &&
    !hasOwnBeginning(chain, styles) &&
    !isMarked() &&
    !hasShadows &&
    !isBehind(chain[0]) &&
    !(fontsOf(document).size > 0 && usesOwnFont(styles[0]))

  /**
   * Why a person cannot see one rectangle; empty if a person can. `unsure`: only a screenshot can tell.
   * @returns {string}
   */
  const problemAt = ({ box, holder, text, letterWidth }) => {
    if (text && box.height < SMALLEST_TEXT) return 'is too small to be read'
    if (text && letterWidth < NARROWEST_LETTER) return 'has overlapping letters'
    if (box.width < 2 || box.height < 2) return 'is too small to be seen'
    if (!isInWindow(box)) return 'lies outside the area that can be scrolled to'
    const chain = upwards(holder)
    const styles = chain.map((element) => getComputedStyle(element))
    const own = styles[0]
    const hiding = styleProblem(styles, text)
    if (hiding !== '') return hiding
    let unsure = text
      ? !isSureOf(chain, styles)
      : styles.some(isUnusual) || own.backgroundImage !== 'none' || isBehind(holder)
    const hits = pointsOf(box).map((point) => hitAt(point, holder, chain))
    if (hits.filter((hit) => hit.seen).length < 2) {
      if (hits.some((hit) => hit.unsure)) return 'unsure'
      return hits[0].by === undefined ? 'is cut off' : `is covered by <${tagOf(hits[0].by)}>`
    }
    unsure ||= hits.some((hit) => hit.unsure)
    unsure ||= chain.slice(0, 6).some(isLaidOver)
    if (text && !unsure) {
      const ratio = contrastOf(own, hits.find((hit) => hit.seen).below)
      if (ratio === undefined || ratio < LEAST_CONTRAST) unsure = true
    }
    return unsure ? 'unsure' : ''
  }
  const usesOwnFont = (style) => {
    for (const face of fontsOf(document))
      if (style.fontFamily.includes(face.family.replace(/^["']|["']$/g, ''))) return true
    return false
  }

  /** Whether an element is on top at a point, or only under elements that can be seen through. */
  const hitAt = (point, holder, chain) => {
    const stack = elementsAt(document, point.x, point.y)
    const index = stack.findIndex((element) => contains(holder, element))
    if (index === -1) {
      // A hit test misses elements that let the pointer through, and shadow trees: only a screenshot can tell.
      const passes = getComputedStyle(holder).pointerEvents === 'none' || holder instanceof SVGElement
      const inShadow = rootOf(holder) !== document
      const by = stack.find((element) => !chain.includes(element))
      return { seen: false, unsure: passes || inShadow, by, below: [] }
    }
    const above = stack.slice(0, index).find((element) => isOpaque(element, getComputedStyle(element)))
    if (above) return { seen: false, unsure: false, by: above, below: [] }
    const inked = stack.slice(0, index).some((element) => {
      const style = getComputedStyle(element)
      return hasInk(element, style) || style.backdropFilter !== 'none'
    })
    const around = coversAround(point, chain)
    const isClear = around?.every((each) => isPaintedBefore(each, chain[0])) === true
    const below = withHidden(stack.slice(index), around ?? [])
    return { seen: true, unsure: inked || !isClear, by: undefined, below }
  }

  /**
   * Least contrast ratio of a text to the elements below it; undefined if its colour is unknown. The ground of a text has, in each channel,
   * a lowest and a highest value: those of a panel that shows through are close to each other, whatever is behind it.
   */
  const contrastOf = (style, below) => {
    const text = colourOf(style.webkitTextFillColor)
    if (text === undefined) return undefined
    const ground = groundOf(below)
    const letters = over(text, ground)
    if (isOne(ground)) return contrast(letters.low, ground.low)
    if (luminance(letters.low) > luminance(ground.high)) return contrast(letters.low, ground.high)
    return luminance(letters.high) < luminance(ground.low) ? contrast(letters.high, ground.low) : 1
  }
  const ANY = { low: [0, 0, 0], high: [255, 255, 255] }
  const PAPER = { low: [255, 255, 255], high: [255, 255, 255] }
  const isOne = ({ low, high }) => low.every((value, channel) => value === high[channel])
  const over = ({ rgb, alpha }, { low, high }) => {
    const on = (bottom) => rgb.map((value, channel) => value * alpha + bottom[channel] * (1 - alpha))
    return { low: on(low), high: on(high) }
  }
  const either = (...grounds) => ({
    low: ANY.low.map((_, channel) => Math.min(...grounds.map(({ low }) => low[channel]))),
    high: ANY.high.map((_, channel) => Math.max(...grounds.map(({ high }) => high[channel]))),
  })
  const groundOf = (below) => {
    const paints = []
    for (const element of below) {
      if (element === ANYTHING) return paints.reduceRight((ground, paint) => paint(ground), ANY)
      const style = getComputedStyle(element)
      const colour = colourOf(style.backgroundColor)
      paints.push((ground) => painting(element, style, colour, ground, below[0]))
      const isPlain = style.backgroundImage === 'none' && style.backgroundClip === 'border-box'
      if (colour?.alpha === 1 && isPlain && !isMixed(style)) break
    }
    return paints.reduceRight((ground, paint) => paint(ground), isDark() ? ANY : PAPER)
  }
  /** A page may ask for dark paper. If it also knows light paper, it gets that. */
  const isDark = () =>
    [
      getComputedStyle(queryDocument(document, ':root')[0]).colorScheme,
      ...[...queryDocument(document, 'meta[name="color-scheme" i]')].map((each) => each.content),
    ].some((scheme) => /dark/i.test(scheme) && !/light/i.test(scheme))
  const isMixed = ({ opacity, filter, mixBlendMode }) =>
    opacity !== '1' || filter !== 'none' || mixBlendMode !== 'normal'
  /** The ground after an element has been painted on it. */
  const painting = (element, style, colour, ground, text) => {
    const isAround = contains(element, text)
    if (PAINTED.has(tagOf(element)) || colour === undefined || (!isAround && isMixed(style))) return ANY
    const seen = style.backdropFilter === 'none' ? ground : ANY
    const coloured = style.backgroundClip === 'border-box' ? over(colour, seen) : either(seen, over(colour, seen))
    return style.backgroundImage === 'none' ? coloured : onPicture(style, coloured)
  }
  /** Only gradients between colours that are near each other in each space have no colour outside of those of their stops. */
  const onPicture = ({ backgroundImage, backgroundBlendMode }, ground) => {
    const rest = backgroundImage.replace(COLOUR_PARTS, '')
    const isKnown = /^(?:(?:repeating-)?(?:linear|radial|conic)-gradient\([^()]*\)(?:, )?)+$/.test(rest)
    if (
      !isKnown ||
      /\b(?:hue|hsl|hwb|lch|oklch)\b/.test(rest) ||
      backgroundBlendMode.split(', ').some((each) => each !== 'normal')
    )
      return ANY
    const stops = backgroundImage.match(COLOUR_PARTS).map(colourOf)
    if (stops.includes(undefined)) return ANY
    // Several gradients may lie above each other.
    const once = either(ground, ...stops.map((stop) => over(stop, ground)))
    const twice = either(once, ...stops.map((stop) => over(stop, once)))
    return {
      low: twice.low.map((value) => Math.max(0, value - MIXED)),
      high: twice.high.map((value) => Math.min(255, value + MIXED)),
    }
  }
  /** How far (of 255) a mixture of two colours may be from both in a channel. */
  const MIXED = 24

  const LONGEST_TEXT = 20_000
  /** Longer texts are not answers; they are not read. */
  const LONGEST_READ = 5000
  const visibleText = (element) => {
    const text = element instanceof HTMLElement ? innerTextOf(element) : textContentOf(element)
    return text.replace(/\u00a0/g, ' ')
  }

  /** The value of a field; empty for other elements. */
  const fieldValueOf = (element) => String(valueOf(element))

  /**
   * Scrolls to an element like a person: elements with `overflow: hidden` are not scrolled.
   * @returns {boolean} Whether anything has moved
   */
  const scrollInto = (element) => {
    const before = positionsOf(element)
    const kept = upwards(element).map((each) => {
      const { overflowX, overflowY } = getComputedStyle(each)
      const fixedX = overflowX === 'hidden' && each.scrollLeft
      const fixedY = overflowY === 'hidden' && each.scrollTop
      return { each, fixedX, fixedY }
    })
    scrollTo(element, { block: 'center', inline: 'nearest', behavior: 'instant' })
    for (const { each, fixedX, fixedY } of kept) {
      if (fixedX !== false && each.scrollLeft !== fixedX) each.scrollLeft = fixedX
      if (fixedY !== false && each.scrollTop !== fixedY) each.scrollTop = fixedY
    }
    return positionsOf(element) !== before
  }
  /** How far the window and the elements around an element are scrolled. */
  const positionsOf = (element) =>
    [scrollX, scrollY, ...upwards(element).flatMap((each) => [each.scrollLeft, each.scrollTop])].join(' ')

  /** Whether scrolling may solve a problem. */
  const isElsewhere = (problem) => /^(is cut off|is covered|lies outside)/.test(problem)

  /** Why nothing of an element can be seen, whatever its rectangles are; empty if that is not so. */
  const wholeProblem = (element) => {
    if (isInHidden(element)) return 'is hidden'
    const isReplaced = isInTransition(document) || upwards(element).some(isInTransition)
    return isReplaced ? 'is behind the pictures of a view transition' : ''
  }
  const unseen = (problem) => ({ text: '', length: 0, problem, scrolled: false })

  /** Looks at some rectangles of an element. A person sees it if at least half of them are visible. */
  const look = (given) => {
    // An option is visible if its list is: a user can open it.
    const element = (given instanceof HTMLOptionElement && closest(given, 'select')) || given
    const whole = wholeProblem(element)
    if (whole !== '') return unseen(whole)
    let rectangles = spread(rectanglesOf(element), LOOKED_AT)
    let scrolled = false
    const problems = []
    let seen = 0
    let aside = 0
    /** Index of the first rectangle that needs a screenshot. */
    let doubtful
    for (let index = 0; index < rectangles.length; index += 1) {
      let found = problemAt(rectangles[index])
      if (isElsewhere(found)) {
        scrolled = scrollInto(rectangles[index].holder) || scrolled
        rectangles = spread(rectanglesOf(element), LOOKED_AT)
        if (index >= rectangles.length) break
        found = problemAt(rectangles[index])
      }
      const control = closest(rectangles[index].holder, 'button, a')
      // Controls of an element may appear only under the pointer.
      const isAside = control !== null && control !== element && contains(element, control)
      if (found === 'unsure') doubtful ??= index
      else if (found === '') seen += 1
      else if (isAside) aside += 1
      else problems.push(found)
    }
    if (doubtful !== undefined) seen += 1
    let problem = rectangles.length === 0 ? 'takes up no space on the page' : ''
    if (problems.length > 0 && problems.length * 2 > rectangles.length - aside) problem = problems[0]
    if (problem === '' && seen === 0) problem = 'is hidden'
    let unsure
    if (problem === '' && rectangles[doubtful] !== undefined) {
      // Its position after all scrolling.
      if (!isInWindow(rectangles[doubtful].box)) scrolled = scrollInto(rectangles[doubtful].holder) || scrolled
      const { box } = spread(rectanglesOf(element), LOOKED_AT)[doubtful] ?? rectangles[doubtful]
      unsure = { x: box.left, y: box.top, width: box.width, height: box.height }
    }
    const text = visibleText(element)
    return { text: text.slice(0, LONGEST_TEXT), length: text.length, problem, unsure, scrolled }
  }

  const readLetters = __LETTERS__({
    ...{ upwards, slotOf, hitAt, contrastOf, styleProblem, isSureOf, scrollInto, leastContrast: LEAST_CONTRAST },
    made: __MADE__({ leastOpacity: LEAST_OPACITY }),
  })

  /** Reads an element letter by letter. Options of a list are only looked at. */
  const read = (element) => {
    if (element instanceof HTMLOptionElement) return look(element)
    const whole = wholeProblem(element)
    if (whole !== '') return unseen(whole)
    const text = visibleText(element)
    if (text.length > LONGEST_READ)
      return { ...look(element), problem: `has more than ${String(LONGEST_READ)} characters` }
    const found = readLetters(element)
    if (found === undefined)
      return { ...look(element), problem: 'has too many letters, spaces or nested elements to be read' }
    if (found.pieces.length === 0) return look(element)
    return { text: text.slice(0, LONGEST_TEXT), length: text.length, problem: '', ...found }
  }

  // ---- rows ----

  const tidy = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase()
  const holds = (element, text) => tidy(visibleText(element)).includes(text)
  const MOST_ROWS = 200

  /** The innermost elements that contain a text. Linear in the size of the page: elements without it are skipped. */
  const innermost = (element, text, found) => {
    if (found.length >= MOST_ROWS || !holds(element, text)) return
    const before = found.length
    for (const child of childrenOf(element)) innermost(child, text, found)
    if (found.length === before) found.push(element)
  }

  const CONTROLS =
    'button, a[href], summary, input[type=submit], input[type=button], input[type=image], [role=button], [role=link]'
  const nameOf = (control) => {
    const label = attribute(control, 'aria-label')
    if (label) return label
    const named = attribute(control, 'aria-labelledby')
    if (named) {
      const parts = named.split(/\s+/).map((each) => Document.prototype.getElementById.call(document, each))
      return parts.map((part) => (part ? textContentOf(part) : '')).join(' ')
    }
    if (control instanceof HTMLInputElement) return inputValue(control) || attribute(control, 'alt') || ''
    const image = queryAll(control, 'img[alt]')[0]
    const text = visibleText(control).trim()
    return text || (image && attribute(image, 'alt')) || attribute(control, 'title') || ''
  }
  const isShown = (element) => {
    if (!isRendered(element)) return false
    const box = boxOf(element)
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === 'visible'
  }

  /** Goes up from an element to the first one that contains all texts and exactly one control of that name. */
  const rowAbove = (start, texts, name) => {
    for (let element = start; element && element !== rootElementOf(document); element = parentOf(element)) {
      if (name !== undefined) {
        const found = [...queryAll(element, CONTROLS)].filter(
          (control) => isShown(control) && name.test(nameOf(control)),
        )
        if (found.length > 1) return undefined
        if (found.length === 0) continue
      }
      if (texts.every((text) => holds(element, text))) return element
    }
    return undefined
  }

  const DIALOG = 'dialog, [role=dialog], [role=alertdialog], [aria-modal="true"]'
  const rows = (root, { texts, name }) => {
    const start = root instanceof Element ? root : bodyOf(document)
    if (start === null) return []
    const wanted = texts.map(tidy)
    const rarest = wanted.toSorted((one, other) => other.length - one.length)[0] ?? ''
    const found = []
    innermost(start, rarest, found)
    const named = name === undefined ? undefined : new RegExp(name.source, name.flags.replace('g', ''))
    const above = found.map((element) => rowAbove(element, wanted, named)).filter((row) => row && contains(start, row))
    const distinct = [...new Set(above)]
    const shown = distinct.filter(
      (row) => isShown(row) && !distinct.some((other) => other !== row && contains(row, other)),
    )
    // A dialogue about a row is not another row.
    const outside = shown.filter((row) => closest(row, DIALOG) === null)
    return outside.length > 0 ? outside : shown
  }

  // ---- what has stayed in each place since the last input, also before the first look at it ----

  const isField = (element) => VALUES.some(([type]) => element instanceof type)
  /** Elements whose running animations change more than colours. */
  const movingTargets = () =>
    animationsOf(document).flatMap((animation) => {
      const effect = effectOf(animation)
      const target = isRunning(animation) && effect instanceof KeyframeEffect ? effectTargetOf(effect) : null
      return target === null || onlyColours(effect) ? [] : [target]
    })
  /** Milliseconds after which a text has stayed long enough to be looked at. */
  const PLATEAU = 300
  const { noteNear, plateausOf, follow, keepSampling, watchPlace } = __PLACES__({
    ...{ ask, valuesOf, fieldValueOf, isField, hostOf, movingTargets, leastOpacity: LEAST_OPACITY, plateau: PLATEAU },
    noteChanges: () => note(observer.takeRecords()),
  })

  /** A question is put to each element of a locator in turn; only every n-th element is looked at. */
  let asked = { of: '', count: 0 }
  const isTurn = ({ of, every, most = Infinity }) => {
    if (of === undefined) return true
    if (asked.of !== of) asked = { of, count: 0 }
    asked.count += 1
    return (asked.count - 1) % every === 0 && asked.count <= most
  }
  const OF_ELEMENTS = new Set(['look', 'read', 'text'])

  const answer = (value) => {
    const carrier = create(document, 'i')
    carrier.append(JSON.stringify(value))
    return [carrier]
  }

  /** Marks an error as one of this script, which says nothing about the page. No page can know the name. */
  const ownFault = (error) => new Error(`${NAME} ${String(error)}`)
  const answerTo = (root, body) => {
    const { ask: question, ...details } = JSON.parse(decodeURIComponent(body))
    keepSampling()
    if (details.named) follow(details.named)
    if (question === 'state') return answer(state(root instanceof Element ? root : undefined))
    if (OF_ELEMENTS.has(question) && !isTurn(details)) return details.counts ? answer(null) : []
    if (question === 'look' || question === 'read' || question === 'text')
      watchPlace(root, details.since, question !== 'look')
    hasShadows = details.doubtful === true || (ask()?.shadows ?? 0) > 0
    // If shadow trees are known already, nobody has to count the elements.
    const elements = hasShadows ? -1 : queryDocument(document, '*').length
    if (question === 'look') return answer({ look: look(root), state: state(root), elements })
    if (question === 'read') return answer({ look: read(root), state: state(root), elements })
    if (question === 'text') {
      const text = isInHidden(root) ? '' : visibleText(root).trim() || fieldValueOf(root)
      return answer({ text: text.slice(0, LONGEST_TEXT), state: state(root) })
    }
    if (question === 'row') return rows(root, details)
    throw new Error(`unknown question: ${String(question)}`)
  }

  keepSampling()
  return {
    queryAll(root, body) {
      try {
        return answerTo(root, body)
      } catch (error) {
        throw ownFault(error)
      }
    },
  }
})()
