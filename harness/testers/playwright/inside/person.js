/**
 * Finds in a document the things on which a person acts: where to click a field or a box, the options of a list, the answers to a question. A
 * selector engine in its own world. It answers with one detached element whose text is the answer as JSON, or, for `control`, with an
 * element. Elements can shadow properties of documents and forms by their names, so these are read through prototypes.
 */
;(() => {
  const getter = (owner, key) => {
    const get = Object.getOwnPropertyDescriptor(owner.prototype, key).get
    return (object) => Reflect.apply(get, object, [])
  }
  const method = (owner, key) => {
    const call = owner.prototype[key]
    return (object, ...args) => Reflect.apply(call, object, args)
  }
  const parentOf = getter(Node, 'parentElement')
  const rootOf = method(Node, 'getRootNode')
  const contains = method(Node, 'contains')
  const textContentOf = getter(Node, 'textContent')
  const innerTextOf = getter(HTMLElement, 'innerText')
  const attribute = method(Element, 'getAttribute')
  const matches = method(Element, 'matches')
  const closest = method(Element, 'closest')
  const queryElement = method(Element, 'querySelectorAll')
  const queryDocument = method(Document, 'querySelectorAll')
  const queryShadow = method(DocumentFragment, 'querySelectorAll')
  const boxOf = method(Element, 'getBoundingClientRect')
  const checkVisibility = method(Element, 'checkVisibility')
  const scrollTo = method(Element, 'scrollIntoView')
  const bodyOf = getter(Document, 'body')
  const create = method(Document, 'createElement')
  const animationsOf = method(Document, 'getAnimations')
  const pointed = { document: method(Document, 'elementFromPoint'), shadow: ShadowRoot.prototype.elementFromPoint }
  const activeOf = {
    document: getter(Document, 'activeElement'),
    shadow: getter(ShadowRoot, 'activeElement'),
  }
  const valueOf = (field) =>
    [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement]
      .filter((type) => field instanceof type)
      .map((type) => Reflect.apply(Object.getOwnPropertyDescriptor(type.prototype, 'value').get, field, []))[0]

  const tidy = (text) => text.replace(/\s+/g, ' ').trim()
  const textOf = (element) => tidy(element instanceof HTMLElement ? innerTextOf(element) : textContentOf(element))
  const idOf = (root, id) =>
    (root instanceof ShadowRoot ? DocumentFragment : Document).prototype.getElementById.call(root, id)
  const namedBy = (element, name) =>
    (attribute(element, name) ?? '')
      .split(/\s+/)
      .filter((id) => id !== '')
      .map((id) => idOf(rootOf(element), id) ?? idOf(document, id))
      .filter((found) => found !== null)

  // ---- trees ----

  const above = (element) => parentOf(element) ?? (rootOf(element) instanceof ShadowRoot ? rootOf(element).host : null)
  /** Also through open shadow trees. */
  const holds = (outer, inner) => {
    for (let each = inner; each; each = above(each)) if (each === outer) return true
    return false
  }
  const MOST = 5000
  /** All descendants that match, also in open shadow trees. */
  const inside = (root, css) => {
    const query = root instanceof Document ? queryDocument : root instanceof Element ? queryElement : queryShadow
    const found = [...query(root, css)]
    const own = root instanceof Element && root.shadowRoot ? inside(root.shadowRoot, css) : []
    const inner = [...query(root, '*')].slice(0, MOST).filter((each) => each.shadowRoot)
    return [...own, ...found, ...inner.flatMap((each) => inside(each.shadowRoot, css))]
  }

  // ---- what can be seen and clicked ----

  const shown = (element) => {
    const { width, height } = boxOf(element)
    if (width <= 0 || height <= 0) return false
    return (
      checkVisibility(element, { visibilityProperty: true, contentVisibilityAuto: true }) &&
      closest(element, '[inert]') === null
    )
  }
  const isDisabled = (element) => matches(element, ':disabled') || closest(element, '[aria-disabled="true"]') !== null

  const hitAt = (x, y) => {
    let hit = pointed.document(document, x, y)
    while (hit?.shadowRoot) {
      const inner = Reflect.apply(pointed.shadow, hit.shadowRoot, [x, y])
      if (inner === null || inner === hit || !holds(hit, inner)) break
      hit = inner
    }
    return hit
  }
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=button], [role=link]'
  /** Whether a click there is one on the element: on a part of it that is no control of its own, or on its label. */
  const accepts = (element, hit) => {
    if (hit === null) return false
    if (holds(element, hit)) {
      const control = closest(hit, CONTROLS)
      return control === null || !holds(element, control) || control === element || element.control === control
    }
    const label = closest(hit, 'label')
    return label?.control === element || isLocalCover(element, hit)
  }
  /** A picture of the field over the field, such as the boxes for the digits of a code: a click on it is meant for the field. */
  const isLocalCover = (element, hit) => {
    const holder = above(element)
    if (holder === null || !holds(holder, hit)) return false
    const [own, other] = [boxOf(holder), boxOf(element)]
    return own.width * own.height <= 4 * other.width * other.height + 10_000 && closest(hit, CONTROLS) === null
  }
  const PLACES = [
    ...[
      [0.5, 0.5],
      [0.25, 0.5],
      [0.75, 0.5],
      [0.1, 0.5],
    ],
    ...[
      [0.9, 0.5],
      [0.5, 0.25],
      [0.5, 0.75],
    ],
  ]
  const toMiddle = (element) => scrollTo(element, { block: 'center', inline: 'nearest', behavior: 'instant' })
  /** A point at which a click reaches the element now, or what covers it. */
  const pointNow = (element) => {
    const { left, top, width, height } = boxOf(element)
    let by = null
    for (const [across, down] of PLACES) {
      const [x, y] = [left + width * across, top + height * down]
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue
      const hit = hitAt(x, y)
      if (accepts(element, hit)) return { point: { x, y } }
      by ??= hit
    }
    return { by: by === null ? 'nothing that can be reached' : `<${by.localName}>` }
  }
  /** Scrolls if the element is out of view, or below a header that stays where it is; not if it is in the middle. */
  const pointOf = (element) => {
    const { top, left, bottom, right } = boxOf(element)
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
    const found = isInside ? pointNow(element) : {}
    if (found.point) return found
    toMiddle(element)
    return pointNow(element)
  }
  const isMoving = (element) =>
    animationsOf(document).some(({ playState, effect, timeline }) => {
      if (playState !== 'running' || !(timeline instanceof DocumentTimeline)) return false
      if (effect === null || effect.getComputedTiming().endTime === Infinity) return false
      const moves = effect
        .getKeyframes()
        .some((frame) => ['transform', 'translate', 'top', 'left', 'height', 'scale'].some((key) => key in frame))
      return moves && effect.target !== null && holds(effect.target, element)
    })
  /** Where to click one of these elements, or why none can be clicked. */
  const target = (elements) => {
    const visible = elements.filter(shown)
    if (visible.length === 0) return { problem: 'hidden' }
    if (visible.some(isMoving)) return { problem: 'moving' }
    let by
    for (const each of visible) {
      const found = pointOf(each)
      if (found.point) return { problem: '', point: found.point }
      by ??= found.by
    }
    return { problem: 'covered', by }
  }

  // ---- fields ----

  const EDITABLE =
    'input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image], [type=checkbox], [type=radio], [type=file]), ' +
    'textarea, [contenteditable]:not([contenteditable="false" i])'
  /** Their values are picked in a window of the browser, or drawn with the pointer. */
  const PICKED = ['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range']
  const isEditable = (element) => matches(element, EDITABLE) || element.isContentEditable === true
  const fieldOf = (element) => {
    const own = element instanceof HTMLLabelElement && element.control ? element.control : element
    if (isEditable(own) || own instanceof HTMLSelectElement) return own
    const inner = inside(own, `${EDITABLE}, select`).filter(shown)
    return inner.length === 1 ? inner[0] : own
  }
  const fieldKind = (field) => {
    if (field instanceof HTMLInputElement && PICKED.includes(field.type)) return 'picked'
    if (isEditable(field)) return 'text'
    return field instanceof HTMLSelectElement || matches(field, '[role=combobox], [role=listbox], [role=radiogroup]')
      ? 'list'
      : 'other'
  }
  const isReadOnly = (field) => field.readOnly === true || attribute(field, 'aria-readonly') === 'true'
  const field = (element) => {
    const own = fieldOf(element)
    const kind = fieldKind(own)
    if (kind !== 'text') return { kind, problem: '' }
    if (!shown(own)) return { kind, problem: 'hidden' }
    if (isDisabled(own)) return { kind, problem: 'disabled' }
    const { problem, point, by } = target([own])
    return { kind, point, by, problem: problem === '' && isReadOnly(own) ? 'read-only' : problem }
  }

  const active = () => {
    let found = activeOf.document(document)
    for (let inner = found?.shadowRoot; inner; inner = found.shadowRoot) {
      const next = activeOf.shadow(inner)
      if (next === null) break
      found = next
    }
    return found
  }
  /** Puts the caret into a field and selects what it holds, unless the page has put it into another field. */
  const focus = (element) => {
    const own = fieldOf(element)
    const isIn = () => active() === own || holds(own, active())
    if (!isIn()) own.focus({ preventScroll: true })
    const holder = isIn() ? own : active()
    if (holder === null || !isEditable(holder) || isReadOnly(holder)) return { focused: false }
    const text = valueOf(holder) ?? textContentOf(holder)
    if (text !== '') {
      if (valueOf(holder) !== undefined) holder.select()
      else Reflect.apply(getSelection, document, []).selectAllChildren(holder)
    }
    return { focused: true, empty: text === '', moved: holder !== own, text }
  }
  const getSelection = Document.prototype.getSelection

  // ---- boxes ----

  const BOX =
    'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch], [role=menuitemcheckbox], ' +
    '[role=menuitemradio], [role=tab], [aria-pressed]'
  const boxFor = (element) => {
    const own = element instanceof HTMLLabelElement && element.control ? element.control : element
    if (matches(own, BOX)) return own
    const inner = inside(own, BOX)
    return inner.length === 1 ? inner[0] : own
  }
  const checkedOf = getter(HTMLInputElement, 'checked')
  const isOn = (box) =>
    box instanceof HTMLInputElement
      ? checkedOf(box)
      : ['aria-checked', 'aria-pressed', 'aria-selected'].some((name) => attribute(box, name) === 'true')
  /** The things to click: the box, or, if that is hidden, its label or what is drawn in its place. */
  const handlesOf = (box) => {
    if (shown(box) && pointOf(box).point) return [box]
    if (!(box instanceof HTMLInputElement)) return [box]
    const labels = [...(box.labels ?? [])]
    const beside = [box.nextElementSibling, box.previousElementSibling].filter((each) => each !== null)
    const holder = closest(box, '[role=switch], [role=checkbox], [role=radio]')
    return [box, ...labels, ...beside, holder, parentOf(box)].filter(
      (each) => each !== null && (each === box || !matches(each, CONTROLS)),
    )
  }
  const box = (element) => {
    const own = boxFor(element)
    if (!matches(own, BOX)) return { kind: 'other', problem: '' }
    const { problem, point, by } = target(handlesOf(own))
    const isRadio = own.type === 'radio' || ['radio', 'menuitemradio', 'tab'].includes(attribute(own, 'role'))
    return {
      kind: isRadio ? 'radio' : 'box',
      on: isOn(own),
      point,
      by,
      problem: isDisabled(own) ? 'disabled' : problem,
    }
  }

  // ---- lists ----

  const OPTION = '[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]'
  const POPUP = '[role=listbox], [role=menu], [role=tree], [role=dialog], :popover-open'
  const TRIGGER = '[role=combobox], [aria-haspopup]:not([aria-haspopup=false])'
  const listOf = (element) => {
    const own = element instanceof HTMLLabelElement && element.control ? element.control : element
    if (own instanceof HTMLSelectElement || own instanceof HTMLInputElement || own instanceof HTMLOptionElement)
      return own
    if (matches(own, '[role=listbox], [role=radiogroup], [role=tablist], [role=menu]')) return own
    const selects = inside(own, 'select')
    if (selects.length === 1) return selects[0]
    if (matches(own, TRIGGER)) return own
    const triggers = inside(own, TRIGGER)
    return triggers.length === 1 ? triggers[0] : own
  }
  const listKind = (list) => {
    if (list instanceof HTMLOptionElement) return 'option'
    if (list instanceof HTMLSelectElement) return shown(list) ? 'select' : 'popup'
    if (list instanceof HTMLInputElement && list.list) return 'suggestions'
    if (matches(list, '[role=listbox], [role=menu], [role=tree]') && shown(list)) return 'listbox'
    if (matches(list, TRIGGER)) return 'popup'
    return inside(list, BOX).length > 1 ? 'boxes' : 'popup'
  }
  /** The thing to click in place of a list: a library may hide the native one, or a list may belong to a button. */
  const triggerOf = (list) => {
    if (list instanceof HTMLSelectElement)
      return [list.nextElementSibling, list.previousElementSibling].find((each) => each !== null && shown(each)) ?? list
    if (!matches(list, '[role=listbox], [role=menu], [role=tree]')) return list
    const { id } = list
    const owner = inside(rootOf(list), '[aria-controls], [aria-owns]').find((each) =>
      ['aria-controls', 'aria-owns'].some((name) => (attribute(each, name) ?? '').split(/\s+/).includes(id)),
    )
    return id !== '' && owner ? owner : list
  }
  /** All that could be seen before a list was opened. */
  let seenBefore = new WeakSet()
  const everything = () => inside(document, '*').slice(0, MOST).filter(shown)
  const popupsOf = (trigger, opened) => {
    const chain = [trigger, ...inside(trigger, '[aria-controls], [aria-owns]')]
    const holder = closest(trigger, '[role=combobox]')
    if (holder) chain.push(holder)
    const named = chain
      .flatMap((each) => [...namedBy(each, 'aria-controls'), ...namedBy(each, 'aria-owns')])
      .filter(shown)
    if (named.length > 0) return named
    if (matches(trigger, '[role=listbox], [role=menu], [role=tree]') && shown(trigger)) return [trigger]
    if (!opened && !isOpen(trigger)) return []
    return inside(document, POPUP).filter(
      (each) => shown(each) && (!opened || !seenBefore.has(each)) && !holds(each, trigger),
    )
  }
  const isLeaf = (element, all) => !all.some((other) => other !== element && contains(element, other))
  /** @param opened Whether the harness has just opened the list: what it shows may be anywhere. */
  const optionsOf = (trigger, opened) => {
    const popups = popupsOf(trigger, opened)
    const known = popups.flatMap((each) => inside(each, OPTION)).filter(shown)
    if (known.length > 0) return [...new Set(known)]
    const listed = popups.flatMap((each) => inside(each, 'li, button, label, [data-value]')).filter(shown)
    if (listed.length > 0) return [...new Set(listed)]
    if (!opened) return []
    const anywhere = inside(document, OPTION).filter((each) => shown(each) && !seenBefore.has(each))
    if (anywhere.length > 0) return anywhere
    const fresh = everything().filter((each) => !seenBefore.has(each) && textOf(each) !== '' && !holds(trigger, each))
    return fresh.filter((each) => isLeaf(each, fresh))
  }
  const labelOf = (element) => {
    if (element instanceof HTMLOptionElement) return tidy(element.label || element.text)
    if (element instanceof HTMLInputElement) {
      const labels = [...(element.labels ?? [])].map(textOf)
      return tidy(
        [...labels, ...namedBy(element, 'aria-labelledby').map(textOf), attribute(element, 'aria-label') ?? ''].join(
          ' ',
        ),
      )
    }
    return (
      textOf(element) ||
      tidy(attribute(element, 'aria-label') ?? '') ||
      namedBy(element, 'aria-labelledby').map(textOf).join(' ')
    )
  }
  const fits = (text, { source, flags, text: wanted }) =>
    source === undefined
      ? text.toLowerCase().includes(tidy(wanted).toLowerCase())
      : new RegExp(source, flags.replace(/[gy]/g, '')).test(text)
  /** The options that a text means: if several contain it, those that are nothing else. */
  const meant = (options, wanted) => {
    const found = options.filter((option) => fits(labelOf(option), wanted))
    if (found.length < 2 || wanted.source !== undefined) return found
    const exact = found.filter((option) => labelOf(option) === tidy(wanted.text))
    return exact.length === 0 ? found : exact
  }
  /** The first entry of a list may only ask for a choice. */
  const isPlaceholder = (option) =>
    option.disabled || (attribute(option, 'value') === '' && option === option.parentElement?.querySelector('option'))

  const nativeOptions = (list) => [...list.options]
  const boxesOf = (list) => inside(list, BOX)
  const isOpen = (trigger) =>
    attribute(trigger, 'aria-expanded') === 'true' || inside(trigger, '[aria-expanded="true"]').length > 0
  const scrollerOf = (element) => {
    for (let each = element; each && each !== bodyOf(document); each = above(each)) {
      if (each.scrollHeight > each.clientHeight + 1 && ['auto', 'scroll'].includes(getComputedStyle(each).overflowY))
        return each
    }
    return undefined
  }
  const choiceOf = (element, wanted, opened) => {
    const list = listOf(element)
    const kind = listKind(list)
    if (kind === 'option') return { kind, problem: '', index: list.index, found: 1 }
    if (kind === 'select') {
      const real = nativeOptions(list).filter((option) => !isPlaceholder(option))
      const found = meant(real, wanted)
      return {
        kind,
        problem: isDisabled(list) ? 'disabled' : '',
        found: found.length,
        index: found[0]?.index,
        offered: real.length,
      }
    }
    if (kind === 'suggestions') {
      const found = [...list.list.options].filter(
        (option) => fits(tidy(option.value), wanted) || fits(labelOf(option), wanted),
      )
      const exact = found.filter((option) => tidy(option.value) === tidy(wanted.text ?? ''))
      const one = exact.length === 1 ? exact : found
      return { kind, problem: '', found: one.length, value: one[0]?.value }
    }
    if (kind === 'boxes') {
      const found = meant(boxesOf(list), wanted)
      return { kind, found: found.length, ...(found.length === 1 ? box(found[0]) : { problem: '' }), kind }
    }
    const trigger = triggerOf(list)
    const open = kind === 'listbox' || isOpen(trigger)
    const options = optionsOf(trigger, opened)
    const found = meant(options, wanted)
    const [one] = found
    if (found.length === 1) {
      if (!isDisabled(one)) scrollTo(one, { block: 'nearest', behavior: 'instant' })
      return { kind, open: true, found: 1, ...(isDisabled(one) ? { problem: 'disabled' } : target([one])) }
    }
    const editable = inside(trigger, EDITABLE).filter(shown)[0] ?? (isEditable(trigger) ? trigger : undefined)
    const typing = active()
    const search =
      typing !== null && isEditable(typing) && !isReadOnly(typing) && typing.type !== 'checkbox' ? typing : undefined
    return {
      ...{ kind, open: open || options.length > 0, found: found.length, offered: options.length },
      ...{ editable: editable !== undefined && !isReadOnly(editable), searching: search !== undefined && open },
      ...(isDisabled(trigger) ? { problem: 'disabled' } : target([trigger, ...(editable ? [editable] : [])])),
    }
  }
  const remember = (element) => {
    const list = listOf(element)
    seenBefore = new WeakSet(listKind(list) === 'listbox' ? [] : everything())
    return {}
  }
  const scrollList = (element, toTop) => {
    const [first] = optionsOf(triggerOf(listOf(element)), true)
    const scroller = first && scrollerOf(first)
    if (!scroller) return { moved: false }
    const before = scroller.scrollTop
    scroller.scrollTop = toTop ? 0 : before + scroller.clientHeight * 0.8
    return { moved: scroller.scrollTop !== before }
  }
  /** The texts of the options, and of those that are chosen. */
  const readList = (element, opened) => {
    const list = listOf(element)
    const kind = listKind(list)
    const texts = (options) => options.map(labelOf)
    if (kind === 'select') {
      const all = nativeOptions(list)
      return {
        kind,
        open: true,
        offered: texts(all.filter((option) => !isPlaceholder(option))),
        chosen: texts(all.filter((option) => option.selected)).join(', '),
      }
    }
    if (kind === 'suggestions')
      return { kind, open: true, offered: [...list.list.options].map(({ value }) => value), chosen: valueOf(list) }
    if (kind === 'boxes') {
      const all = boxesOf(list)
      return { kind, open: true, offered: texts(all), chosen: texts(all.filter(isOn)).join(', ') }
    }
    const trigger = triggerOf(list)
    const options = optionsOf(trigger, opened)
    const on = options.filter((option) =>
      ['aria-selected', 'aria-checked'].some((name) => attribute(option, name) === 'true'),
    )
    const value = isEditable(trigger)
      ? valueOf(trigger)
      : inside(trigger, EDITABLE)
          .map(valueOf)
          .find((each) => each)
    const own = kind === 'listbox' ? texts(on).join(', ') : value || labelOf(trigger)
    return {
      kind,
      open: kind === 'listbox' || isOpen(trigger),
      offered: texts(options),
      chosen: own ?? '',
      ...target([trigger]),
    }
  }

  // ---- questions that the page asks ----

  const ANSWERS =
    'button, a[href], summary, input[type=submit], input[type=button], [role=button], [role=link], [role=menuitem]'
  const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog], [aria-modal="true"], :popover-open, [role=tooltip]'
  const nameOf = (control) => {
    const label = attribute(control, 'aria-label') || namedBy(control, 'aria-labelledby').map(textOf).join(' ')
    const text = control instanceof HTMLInputElement ? valueOf(control) : textOf(control)
    return tidy(label || text || attribute(control, 'title') || '').slice(0, 80)
  }
  const YES = /^(?:[✓✔✅]|ok(?:ay)?$)|\b(?:yes|confirm|delete|remove|discard|erase|sure|proceed|continue|accept)\b/i
  const WEAK = /^(?:ok(?:ay)?|continue|proceed|accept)$/i
  const NO = /^(?:[×✕✖✗✘❌]|x$|no\b|cancel|keep|back\b|go back|never ?mind|abort|dismiss|don['’]?t|not now|close)/i
  const CLOSE = /^(?:[×✕✖✗✘❌]|x$|close|dismiss)/i
  const AGAIN = /\b(?:again|confirm|sure|really)\b/i
  const QUESTION = /\?|\b(?:sure|confirm|undone|permanent(?:ly)?|irreversible)\b/i
  /** Longest text of something that asks a question. */
  const LONGEST_QUESTION = 800
  /** The controls that were there before something was done; undefined in another document. */
  let controlsBefore
  const controls = () => inside(document, ANSWERS).filter(shown).slice(0, MOST)
  const countsOf = (all) => {
    const counts = new Map()
    for (const each of all) counts.set(nameOf(each), (counts.get(nameOf(each)) ?? 0) + 1)
    return counts
  }
  const rememberControls = () => {
    const all = controls()
    controlsBefore = { counts: countsOf(all), all: new WeakSet(all) }
    return {}
  }
  /** Controls whose names are there more often than before: a page that draws itself again replaces all elements. */
  const newControls = () => {
    const all = controls()
    if (controlsBefore === undefined) return all
    const { counts: before, all: known } = controlsBefore
    const isIn = (control) => (closest(control, DIALOG) === null ? 1 : 0)
    return [...countsOf(all)].flatMap(([name, count]) => {
      const more = count - (before.get(name) ?? 0)
      if (more <= 0) return []
      const same = all.filter((each) => nameOf(each) === name)
      return same
        .toSorted((one, other) => isIn(one) - isIn(other) || Number(known.has(one)) - Number(known.has(other)))
        .slice(0, more)
    })
  }
  const holderOf = (one, other) => {
    let holder = one
    while (holder && !holds(holder, other)) holder = above(holder)
    return holder
  }
  /** A control that says yes to a question, with its counterpart that says no. */
  const answersAmong = (fresh) => {
    const no = fresh.filter((each) => NO.test(nameOf(each)))
    const yes = fresh.filter((each) => YES.test(nameOf(each)) && !no.includes(each))
    return yes.flatMap((each) => {
      const name = nameOf(each)
      const pairs = no
        .map((other) => ({ yes: each, no: other, holder: holderOf(each, other) }))
        .filter(({ holder, no: other }) => {
          if (holder === null) return false
          const text = textOf(holder)
          // A whole page holds many buttons, and says many things.
          if (text.length > LONGEST_QUESTION) return false
          if (controlsBefore === undefined) return QUESTION.test(text)
          return !WEAK.test(name) || !CLOSE.test(nameOf(other)) || QUESTION.test(text)
        })
        .toSorted((one, other) => textOf(one.holder).length - textOf(other.holder).length)
      if (pairs.length > 0) return [pairs[0]]
      const isSecondClick = controlsBefore !== undefined && AGAIN.test(name)
      return isSecondClick ? [{ yes: each, no: undefined, holder: each }] : []
    })
  }
  const EMPTY_FIELD = 'input:not([type]), input[type=text], textarea'
  /** The word that a person has to type before the answer counts. */
  const typedWord = (holder) => {
    const fields = inside(closest(holder, DIALOG) ?? holder, EMPTY_FIELD).filter(shown)
    if (fields.length !== 1 || valueOf(fields[0]) !== '') return undefined
    const said = textOf(closest(holder, DIALOG) ?? holder)
    const word =
      /\b(?:type|enter|write)\b[^"“'‘`]{0,40}?["“'‘`]([^"”'’`]{1,60})["”'’`]/i.exec(said)?.[1] ??
      /\b(?:type|enter)\s+(?:the word\s+)?(\S{1,60})\s+(?:to|below|in)\b/i.exec(said)?.[1]
    return word === undefined ? undefined : { word, ...target([fields[0]]) }
  }
  const question = ({ yes }) => {
    const fresh = newControls()
    const found = answersAmong(fresh).toSorted(
      (one, other) => Number(closest(one.yes, DIALOG) === null) - Number(closest(other.yes, DIALOG) === null),
    )
    const undo = fresh.find((each) => /^undo\b/i.test(nameOf(each)))
    const [first, second] = found
    const isOne =
      first !== undefined &&
      (second === undefined || (closest(first.yes, DIALOG) !== null && closest(second.yes, DIALOG) === null))
    if (!isOne) return { asked: false, undo: undo !== undefined, ...(undo ? dismissOf(undo, fresh) : {}) }
    const typed = yes ? typedWord(first.holder) : undefined
    if (typed !== undefined) return { asked: true, ...typed }
    const answer = yes ? first.yes : first.no
    if (answer === undefined) return { asked: false, undo: false }
    return { asked: true, name: nameOf(answer), ...(isDisabled(answer) ? { problem: 'disabled' } : target([answer])) }
  }
  /** Where to close a notice that offers to undo what was done. */
  const dismissOf = (undo, fresh) => {
    const close = fresh.find((each) => CLOSE.test(nameOf(each)) && textOf(holderOf(undo, each) ?? undo).length <= 300)
    return close ? { dismiss: target([close]).point } : {}
  }

  const answer = (value) => {
    const carrier = create(document, 'i')
    carrier.append(JSON.stringify(value))
    return [carrier]
  }
  const QUESTIONS = {
    field: (element) => field(element),
    focus: (element) => focus(element),
    box: (element) => box(element),
    'remember-list': (element) => remember(element),
    choice: (element, { wanted, opened }) => choiceOf(element, wanted, opened === true),
    scroll: (element, { top }) => scrollList(element, top),
    list: (element, { opened }) => readList(element, opened === true),
    'remember-controls': () => rememberControls(),
    question: (_, details) => question(details),
  }
  return {
    queryAll(root, body) {
      const { ask, ...details } = JSON.parse(decodeURIComponent(body))
      if (ask === 'control') {
        const list = listOf(root)
        return [list instanceof HTMLOptionElement ? closest(list, 'select') : list]
      }
      return answer(QUESTIONS[ask](root, details))
    },
  }
})()
