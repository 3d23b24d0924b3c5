/**
 * Follows what has stayed in each place of a page since the last input, also before the first look at it. Part of the judge's script in a
 * page (`look.js`), which passes the functions that both need.
 */
;({ ask, noteChanges, valuesOf, fieldValueOf, isField, hostOf, movingTargets, leastOpacity, plateau }) => {
  /** Milliseconds between two samples, and without a question until the sampling ends. */
  const SAMPLE = 60
  const UNWATCHED = 30_000
  /** After a change, the largest part of the page around it with at most so many elements is read. */
  const WHOLE = 60
  /** Elements that are read at once. The rest of a larger part is read at the next times. */
  const MOST_READ = 5000
  /** Milliseconds of reading at once, and elements between two looks at the clock. */
  const LONGEST_READ = 25
  const STEP = 50
  /** Elements of a place that are read at each time, also if nothing is known to have changed in it. */
  const MOST_LOOKED_AT = 300
  /** The same of the place that was looked at last. A look reads no more. */
  const MOST_WATCHED = 4000
  const MOST_NAMED = 20
  const MOST_PLACES = 50_000
  const MOST_STAYS = 50
  const MOST_CHANGED = 500
  const MOST_FIELDS = 500
  /** Longer than a text that an expectation may be about. */
  const LONGEST = 700
  /** The sampling of a large page takes at most this part of the time, and this part while something that has changed is not read yet. */
  const SHARE = 0.2
  const SHARE_OF_CHANGES = 0.4
  const getter = (owner, key) => {
    const get = Object.getOwnPropertyDescriptor(owner.prototype, key).get
    return (object) => Reflect.apply(get, object, [])
  }
  const method = (owner, key) => {
    const call = owner.prototype[key]
    return (object, ...args) => Reflect.apply(call, object, args)
  }
  const dataOf = getter(CharacterData, 'data')
  const parentOf = getter(Node, 'parentElement')
  const firstChildOf = getter(Node, 'firstChild')
  const childNodesOf = getter(Node, 'childNodes')
  const childrenOf = getter(Element, 'children')
  const isConnectedOf = getter(Node, 'isConnected')
  const shadowRootOf = getter(Element, 'shadowRoot')
  const rootElementOf = getter(Document, 'documentElement')
  const elementsIn = method(Element, 'getElementsByTagName')
  const isVisible = method(Element, 'checkVisibility')
  const queryDocument = method(Document, 'querySelectorAll')
  const evaluate = method(Document, 'evaluate')

  // ---- places and what has stayed in them ----

  /** The present text of each place, since when it is there, and the texts that stayed there before. */
  const places = new WeakMap()
  const placesByPath = new Map()
  const placeOf = (element, path) => {
    const known = places.get(element)
    if (known !== undefined) return known
    const at = path()
    const former = placesByPath.get(at)
    // A page may replace an element whenever it shows another text.
    const place = former && !isConnectedOf(former.element) ? former : { stays: [] }
    place.element = element
    places.set(element, place)
    if (placesByPath.size >= MOST_PLACES) placesByPath.clear()
    placesByPath.set(at, place)
    return place
  }
  const pathOf = (element) => {
    const parent = parentOf(element) ?? hostOf(element)
    return parent === null ? '' : `${pathOf(parent)}/${String([...childrenOf(parent)].indexOf(element))}`
  }
  /** @param change The first and the last change since the place was read before */
  const noteText = (place, text, change) => {
    if (place.text === text) return
    const { text: before, since: from } = place
    if (before !== undefined && change.first - from >= plateau)
      place.stays.push({ text: before, from, to: change.first })
    if (place.stays.length > MOST_STAYS) place.stays.shift()
    Object.assign(place, { text, since: change.last })
  }
  /** The texts that stayed in an element after a moment, with the present one, also those of other elements that its selector found. */
  const plateausOf = (element, time) => {
    if (watch?.element !== element) return []
    const all = [places.get(element), ...named.values()].filter((place) => place?.element === element)
    return all
      .flatMap(({ stays, text, since }) => [...stays, ...(text === undefined ? [] : [{ text, from: since, to: time }])])
      .filter(({ from, to }) => to - Math.max(from, watch.after) >= plateau)
      .sort((one, other) => one.from - other.from)
      .map((stay) => stay.text)
  }

  // ---- reading, in parts: less than a look finds out, and fast ----

  /** Styles follow their elements. */
  const styles = new WeakMap()
  const styleOf = (element) => {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const NONE = []
  /** Elements that were not displayed when all in them was read. */
  const hidden = new WeakSet()
  /** The nodes in the document of an element with a shadow tree, wherever that tree shows them. */
  const slottedIn = (element) => (shadowRootOf(element) === null ? [] : childNodesOf(element))
  const nodesIn = (element) => [...childNodesOf(shadowRootOf(element) ?? element), ...slottedIn(element)]
  const tidy = (text) => text.replace(/\s+/g, ' ').trim()
  const joined = (one, other) => (one.length >= LONGEST || other === '' ? one : `${one} ${other.slice(0, LONGEST)}`)
  const textOf = (node) => {
    const text = dataOf(node)
    return text.length > LONGEST ? tidy(text) : text
  }
  /** @param strength The opacity of what the element is in */
  const entered = (element, parent, strength) => {
    const index = parent === undefined ? 0 : parent.last
    const reading = { element, parent, index, strength, isRead: false, text: '', nodes: NONE, at: 0, last: -1 }
    if (firstChildOf(element) === null && shadowRootOf(element) === null && !isField(element)) return reading
    const { display, opacity, visibility, fontSize } = styleOf(element)
    reading.strength = display === 'none' ? 0 : strength * Number(opacity)
    reading.isRead = reading.strength >= leastOpacity && visibility === 'visible' && fontSize !== '0px'
    if (isField(element) && reading.isRead) reading.text = fieldValueOf(element).slice(0, LONGEST)
    if (display !== 'none' || !hidden.has(element)) reading.nodes = nodesIn(element)
    if (display === 'none') hidden.add(element)
    else hidden.delete(element)
    return reading
  }
  const start = (part, change) => {
    const strength = isVisible(part, { opacityProperty: true }) ? 1 : 0
    return { change, stack: [entered(part, undefined, strength)] }
  }
  /**
   * Reads the texts of an element, and of all elements in it, that their styles do not hide.
   * @returns Whether it has come to the end
   */
  const readOn = (walk, budget) => {
    const { stack } = walk
    while (stack.length > 0) {
      const top = stack.at(-1)
      const node = top.nodes[top.at]
      if (node instanceof Element) {
        if (budget.left % STEP === 0 && performance.now() > budget.until) budget.left = 0
        if (budget.left <= 0) return false
        budget.left -= 1
        top.last += 1
        stack.push(entered(node, top, top.strength))
      } else if (node instanceof Text && top.isRead) top.text = joined(top.text, textOf(node))
      top.at += 1
      if (top.at > top.nodes.length) leave(walk)
    }
    return true
  }
  const leave = ({ stack, change }) => {
    const reading = stack.pop()
    const { element, parent, text } = reading
    if (parent) parent.text = joined(parent.text, text)
    if (!isField(element))
      noteText(
        placeOf(element, () => pathTo(reading)),
        tidy(text).slice(0, LONGEST),
        change,
      )
  }
  const pathTo = ({ element, parent, index }) => {
    if (parent === undefined) return pathOf(element)
    parent.path ??= pathTo(parent)
    return `${parent.path}/${String(index)}`
  }
  const readPlace = (element, most, change) => void readOn(start(element, change), { left: most, until: Infinity })

  // ---- what may have changed ----

  /** Nodes near which the page has changed since it was read, each with the first and the last change. */
  const changed = new Map()
  const noteNear = (node, time) => {
    const near = node instanceof Element && changed.size < MOST_CHANGED ? node : rootElementOf(document)
    if (near !== null) changed.set(near, joinedChange(changed.get(near), { first: time, last: time }))
  }
  const joinedChange = (one, other) =>
    one === undefined ? other : { first: Math.min(one.first, other.first), last: Math.max(one.last, other.last) }
  const isSmall = (element) => elementsIn(element, '*').length <= WHOLE
  const partAround = (node) => {
    let part = node
    for (let each = node; each && isSmall(each); each = parentOf(each)) part = each
    return part
  }
  /** Large parts that are being read. */
  const walks = new Map()
  const readChanged = () => {
    const parts = new Map()
    for (const [node, change] of changed) {
      if (!isConnectedOf(node)) continue
      const part = partAround(node)
      parts.set(part, joinedChange(parts.get(part), change))
    }
    changed.clear()
    const budget = { left: MOST_READ, until: performance.now() + LONGEST_READ }
    for (const [part, change] of parts) {
      const walk = walks.get(part)
      if (walk !== undefined) {
        // Places that are not read yet have changed since then, and those that are read have to be read again.
        walk.change.last = change.last
        walk.again = joinedChange(walk.again, change)
      } else if (isSmall(part) && performance.now() < budget.until) readPlace(part, MOST_LOOKED_AT, change)
      else walks.set(part, { change: { ...change } })
    }
    for (const [part, walk] of walks) {
      if (budget.left <= 0) break
      if (walk.stack === undefined) Object.assign(walk, start(part, walk.change))
      if (!readOn(walk, budget)) break
      walks.delete(part)
      if (walk.again && isConnectedOf(part)) walks.set(part, { change: walk.again })
    }
    return parts.size > 0
  }

  // ---- places that are read each time ----

  /** The element of the last look and the time of the first one at it. */
  let watch
  /** The selectors of the agent's answers, each with the place that it finds, whichever element that is. */
  const named = new Map()
  const CODE = /%([0-9A-F]{4})/g
  const found = (selector) => {
    const [, engine, code] = /^standard-(css|xpath)=(.*)$/s.exec(selector)
    const text = code.replace(CODE, (_, sign) => String.fromCharCode(parseInt(sign, 16)))
    if (engine === 'css') return [...queryDocument(document, text)]
    const result = evaluate(document, text, document, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE)
    const nodes = []
    for (let node = result.iterateNext(); node && nodes.length <= MOST_NAMED; node = result.iterateNext())
      if (node instanceof Element) nodes.push(node)
    return nodes
  }
  const readNamed = (change) => {
    for (const [selector, place] of named) {
      let elements = []
      try {
        elements = found(selector)
      } catch {
        // The testcode that uses it will say so.
        named.delete(selector)
      }
      if (elements.length !== 1) noteText(place, '', change)
      for (const element of elements.slice(0, MOST_NAMED)) {
        if (elementsIn(element, '*').length > MOST_LOOKED_AT) continue
        readPlace(element, MOST_LOOKED_AT, change)
        const text = isField(element) ? fieldValueOf(element) : (places.get(element)?.text ?? '')
        if (elements.length === 1) noteText(Object.assign(place, { element }), text, change)
      }
    }
  }
  const readKept = (change) => {
    readNamed(change)
    if (watch) readPlace(watch.element, MOST_WATCHED, change)
  }
  /** @param selectors As the browser library gets them */
  const follow = (selectors) => {
    for (const selector of named.keys()) if (!selectors.includes(selector)) named.delete(selector)
    for (const selector of selectors) if (!named.has(selector)) named.set(selector, { stays: [] })
  }

  // ---- sampling ----

  /** The number of changes in shadow trees and style sheets, and the values of fields, as far as they have been read. */
  let otherChanges
  let values
  let sampling
  let askedAt = 0
  let sampledAt = 0
  let cost = 0
  const sample = () => {
    const time = performance.now()
    noteChanges()
    const noted = ask()
    if (noted?.changes !== otherChanges) noteNear(rootElementOf(document), noted?.changedAt ?? time)
    // A rule of a style sheet may depend on a field.
    const present = valuesOf()
    if (values !== undefined && values !== present) noteNear(rootElementOf(document), time)
    values = present
    otherChanges = noted?.changes
    const hasChanged = readChanged()
    const now = { first: time, last: time }
    readKept(now)
    for (const field of [...queryDocument(document, 'input, textarea, select')].slice(0, MOST_FIELDS))
      noteText(places.get(field) ?? placeOf(field, () => pathOf(field)), fieldValueOf(field).slice(0, LONGEST), now)
    // Animations change what is seen without any change of the tree.
    if (hasChanged) for (const target of movingTargets()) noteNear(parentOf(target) ?? target, performance.now())
    sampledAt = performance.now()
    cost = sampledAt - time
  }
  const keepSampling = () => {
    askedAt = performance.now()
    if (sampling !== undefined) return
    noteNear(rootElementOf(document), askedAt)
    sampling = setInterval(() => {
      const time = performance.now()
      if (time - askedAt > UNWATCHED) {
        clearInterval(sampling)
        sampling = undefined
      } else if (time - sampledAt >= cost / (walks.size > 0 ? SHARE_OF_CHANGES : SHARE)) sample()
      else readNamed({ first: time, last: time })
    }, SAMPLE)
  }
  /** When the user last pressed a key or a button of the mouse, which no page can feign. */
  let actedAt = 0
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, (event) => event.isTrusted && (actedAt = performance.now()), true)
  /**
   * @param since Milliseconds since the last input was sent
   * @param isRead Whether the look decides about a text. Other looks, such as those for visibility, are about the texts that they find.
   */
  const watchPlace = (element, since, isRead) => {
    if (since === undefined) return
    const time = performance.now()
    const after = Math.max(time - since, actedAt)
    if (watch?.element !== element || watch.from < after) watch = { element, from: time }
    watch.after = isRead ? after : watch.from
    sample()
  }
  return { noteNear, plateausOf, follow, keepSampling, watchPlace }
}
