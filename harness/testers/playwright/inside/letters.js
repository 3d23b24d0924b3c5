/**
 * Looks at each letter of an element like a person who reads it, and tells which are visible and which are hidden. Part of the
 * judge's script in a page (`look.js`), which passes the functions that both need.
 */
;({ upwards, slotOf, hitAt, contrastOf, styleProblem, isSureOf, scrollInto, leastContrast, made }) => {
  /** A longer text is not read: it is too long to be an answer. */
  const MOST_LETTERS = 2500
  /** Most pixels between two letters of one word. */
  const SAME_WORD = 1.5
  /** Most distance between the middles of two letters of one piece, in sizes of the larger one. */
  const MOST_APART = 2
  /** Most letters of one piece that needs a screenshot. */
  const LONGEST_WORD = 12
  const SMALLEST_LETTER = 5
  const NARROWEST_LETTER = 1
  /** Least width of a letter of a control in pixels, and the number of letters that have to fit. */
  const NARROWEST_IN_CONTROL = 3
  const KNOWN_BY = 8
  const LONGEST_CONTENT = 20_000
  /** Most levels of nested elements; a deeper element is not read. */
  const DEEPEST = 500
  /** Most elements within one that is read. */
  const MOST_ELEMENTS = 4000
  /** Elements with code, whose text does not count unless it is displayed. */
  const NO_TEXT = new Set(['script', 'style', 'template', 'noscript'])
  /** Texts that show only at times: the options of a closed list, the tooltips of a drawing. */
  const ASIDE = new Set(['option', 'title', 'desc'])
  /** Part of a letter's box that another letter may overlap. */
  const MOST_OVERLAP = 0.5
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const getter = (owner, key) => {
    const get = Object.getOwnPropertyDescriptor(owner.prototype, key).get
    return (object) => Reflect.apply(get, object, [])
  }
  const dataOf = getter(CharacterData, 'data')
  const tagOf = getter(Element, 'localName')
  const firstOf = getter(Node, 'firstChild')
  const nextOf = getter(Node, 'nextSibling')
  const shadowOf = getter(Element, 'shadowRoot')
  const valueOf = getter(HTMLInputElement, 'value')
  const kindOf = getter(HTMLInputElement, 'type')
  const closest = Element.prototype.closest
  const contains = Node.prototype.contains
  const boxOf = Element.prototype.getBoundingClientRect

  /**
   * All texts of an element, including shadow trees and names of buttons, in the order in which the browser library joins them.
   * A text that the library finds and this function misses would count as visible.
   */
  const textsOf = (element) => {
    const found = []
    let content = ''
    let isTooDeep = false
    const walk = (parent, holder, depth) => {
      isTooDeep ||= depth > DEEPEST
      if (isTooDeep) return
      for (let node = firstOf(parent); node; node = nextOf(node)) {
        if (node instanceof Text) add(node, slotOf(node) ?? holder)
        else if (node instanceof Element) enter(node, depth + 1)
      }
    }
    let elements = 0
    const addMade = (all, holder) => {
      for (const each of all) found.push({ ...each, holder, isMade: true })
    }
    const enter = (each, depth) => {
      isTooDeep ||= (elements += 1) > MOST_ELEMENTS
      if (isTooDeep) return
      if (each instanceof HTMLInputElement && /^(submit|button|reset)$/.test(kindOf(each))) {
        content += valueOf(each)
        if (valueOf(each).trim() !== '') found.push({ control: each, holder: each, text: valueOf(each) })
        return
      }
      addMade(made.before(each), each)
      walk(each, each, depth)
      const shadow = shadowOf(each)
      if (shadow) walk(shadow, each, depth + 1)
      addMade(made.after(each), each)
    }
    const add = (node, holder) => {
      const text = dataOf(node)
      if (content.length < LONGEST_CONTENT) content += text
      if (text.trim() === '') return
      const tag = tagOf(holder)
      if (NO_TEXT.has(tag) && !hasRoom(node, text)) return
      const isOfMoments = ASIDE.has(tag) && !hasRoom(node, text)
      const control = isOfMoments ? listOf(holder) : undefined
      found.push({ node, holder, control, text, isOfMoments: isOfMoments && control === undefined })
    }
    enter(element, 0)
    if (found.every(({ isMade }) => isMade)) found.length = 0
    return isTooDeep ? undefined : { found, content: content.slice(0, LONGEST_CONTENT) }
  }

  const hasRoom = (node, text) => rectangleOf(node, 0, text.length)?.width > 0
  /** The closed list that shows an option because it is selected. */
  const listOf = (holder) => {
    const list = holder instanceof HTMLOptionElement && holder.selected && Reflect.apply(closest, holder, ['select'])
    return list instanceof HTMLSelectElement ? list : undefined
  }
  const rectangleOf = (node, from, to) => {
    const range = Document.prototype.createRange.call(document)
    range.setStart(node, from)
    range.setEnd(node, to)
    const boxes = [...range.getClientRects()]
    return boxes.find(({ width, height }) => width > 0 && height > 0) ?? boxes[0]
  }
  const middleOf = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 })
  const isInWindow = ({ x, y }) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight

  /** Properties that all letters of a text node share. */
  const holderOf = (element, holder) => {
    const chain = upwards(holder)
    const styles = chain.map((each) => getComputedStyle(each))
    const control = Reflect.apply(closest, holder, ['button, a'])
    const isAside = control !== null && control !== element && Reflect.apply(contains, element, [control])
    const isCut = styles
      .slice(0, 4)
      .some(({ textOverflow, webkitLineClamp }) => textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
    return { holder, chain, styles, isAside, isCut, problem: styleProblem(styles), sure: isSureOf(chain, styles) }
  }

  /** Caches the contrast: it is the same for letters above the same elements. */
  const contrasts = () => {
    let last
    return (style, below) => {
      if (
        last?.style === style &&
        last.below.length === below.length &&
        last.below.every((each, at) => each === below[at])
      )
        return last.ratio
      last = { style, below, ratio: contrastOf(style, below) }
      return last.ratio
    }
  }

  /** `seen`, `unsure` if only a screenshot can tell, or why it is not visible. */
  const letterAt = (box, place, contrast) => {
    if (box === undefined || box.width === 0 || box.height === 0) return 'takes up no space on the page'
    if (box.height < SMALLEST_LETTER || box.width < NARROWEST_LETTER) return 'is too small to be read'
    const middle = middleOf(box)
    if (!isInWindow(middle)) return 'lies outside the area that can be scrolled to'
    const hit = hitAt(middle, place.holder, place.chain)
    if (!hit.seen) return hit.unsure ? 'unsure' : hit.by === undefined ? 'is cut off' : 'is covered'
    if (hit.unsure || !place.sure) return 'unsure'
    const ratio = contrast(place.styles[0], hit.below)
    return ratio === undefined || ratio < leastContrast ? 'unsure' : 'seen'
  }
  const isElsewhere = (problem) => /^(is cut off|is covered|lies outside)/.test(problem)

  /** An element that is taller than the window never fits into it, so each of its letters is scrolled to. */
  const scrollTo = (box) => {
    const { y } = middleOf(box)
    if (y >= 0 && y < innerHeight) return false
    const before = scrollY
    scrollBy({ top: y - innerHeight / 2, behavior: 'instant' })
    return scrollY !== before
  }

  /**
   * Control characters that change the order of letters. Marks that isolate a name, or embed it from left to right, do not: programs
   * put them around names in any writing.
   */
  const TURNS = /[\u202b\u202d\u202e\u2067]/

  /** Marks of the writing direction that turn no letters, and spaces without a width: they show nothing. */
  const MARKS = /^[\u061c\u200b-\u200f\u202a\u202c\u2060\u2066\u2068\u2069\ufeff]+$/

  const readNode = (element, { node, holder, control, text, isOfMoments, isMade, isJoined }) => {
    if (isMade) return { letters: [{ text, state: 'made', isJoined }], isAside: false, scrolled: false }
    if (isOfMoments) return { letters: [{ text, state: 'aside' }], isAside: true, scrolled: false }
    if (control !== undefined) return readControl(element, control, text)
    const place = holderOf(element, holder)
    if (TURNS.test(text)) place.problem = 'shows its letters in a different order'
    const contrast = contrasts()
    const letters = []
    /** Whether the text was scrolled to, and whether that moved anything. */
    let tried = false
    let scrolled = false
    for (const { segment, index } of segmenter.segment(text)) {
      if (MARKS.test(segment)) continue
      if (segment.trim() === '') {
        letters.push({ text: segment, state: 'space' })
        continue
      }
      let box = rectangleOf(node, index, index + segment.length)
      // A text outside the window may appear only once it is scrolled to.
      if (!tried && box !== undefined && !isInWindow(middleOf(box))) {
        scrolled = scrollInto(holder) || scrolled
        tried = true
        box = rectangleOf(node, index, index + segment.length)
      }
      let state = place.problem === '' ? letterAt(box, place, contrast) : place.problem
      if (box !== undefined && isElsewhere(state) && !(place.isCut && state === 'is cut off')) {
        scrolled = (tried ? scrollTo(box) : scrollInto(holder)) || scrolled
        tried = true
        box = rectangleOf(node, index, index + segment.length)
        state = letterAt(box, place, contrast)
        if (box !== undefined && isElsewhere(state) && scrollTo(box)) {
          scrolled = true
          box = rectangleOf(node, index, index + segment.length)
          state = letterAt(box, place, contrast)
        }
      }
      if (state === 'is cut off' && place.isCut) state = 'cut'
      letters.push({ text: segment, state, box, boxNow: () => rectangleOf(node, index, index + segment.length) })
    }
    return { letters, isAside: place.isAside, scrolled }
  }

  /** The letters of a button's name, and of the selected option of a closed list, have no positions that a script can read. */
  const readControl = (element, control, text) => {
    const place = holderOf(element, control)
    const box = Reflect.apply(boxOf, control, [])
    const scrolled = !isInWindow(middleOf(box)) && scrollInto(control)
    const boxNow = () => Reflect.apply(boxOf, control, [])
    const problem = place.problem === '' ? controlProblem(place.styles[0], boxNow(), text) : place.problem
    const state = problem === '' ? letterAt(boxNow(), place, contrasts()) : problem
    return { letters: [{ text, state, box: boxNow(), boxNow }], isAside: place.isAside, scrolled }
  }

  /** Whether the text of a control fits into it. */
  const controlProblem = (style, box, text) => {
    if (parseFloat(style.fontSize) < SMALLEST_LETTER) return 'is too small to be read'
    const room = box.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    const isMoved = Math.abs(parseFloat(style.textIndent)) > box.width / 4
    const isNarrow = room < Math.min(text.trim().length, KNOWN_BY) * NARROWEST_IN_CONTROL
    return isMoved || isNarrow ? 'is cut off' : ''
  }

  const placeAgain = (letter) => {
    if (letter.boxNow !== undefined) letter.box = letter.boxNow()
  }

  /** Overlapping letters cannot be read, even if each of them is visible. */
  const hideOverlaid = (texts) => {
    const all = texts.flatMap(({ letters }) => letters).filter(({ box, state }) => box && /^(seen|unsure)$/.test(state))
    const overlaid = new Set()
    for (const [at, { box: one }] of all.entries()) {
      for (let next = at + 1; next < all.length; next += 1) {
        const { box: other } = all[next]
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
        const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
        if (width <= 0 || height <= 0) continue
        const least = Math.min(one.width * one.height, other.width * other.height)
        if (width * height > MOST_OVERLAP * least) overlaid.add(all[at]).add(all[next])
      }
    }
    for (const letter of overlaid) letter.state = 'has overlapping letters'
  }

  /** Whether the first letter of one text follows directly after the last letter of another. */
  const isSameWord = (last, first) => {
    if (!last?.box || !first?.box) return false
    const [one, other] = [middleOf(last.box), middleOf(first.box)]
    return Math.abs(one.y - other.y) < last.box.height / 2 && Math.abs(first.box.left - last.box.right) < SAME_WORD
  }

  /** Whether one of two letters is made by a style sheet, directly beside the other. */
  const isJoined = (last, first) =>
    [last, first].some((letter) => letter?.state === 'made') &&
    [last, first].every((letter) => letter !== undefined && letter.state !== 'space' && letter.isJoined !== false)

  /** Whether two letters are beside each other, in whatever direction the text runs. A line break or a float may part them. */
  const areNear = (last, next) => {
    if (!last?.box || !next.box) return true
    const [one, other] = [middleOf(last.box), middleOf(next.box)]
    const most = MOST_APART * Math.max(last.box.width, last.box.height, next.box.width, next.box.height)
    return Math.abs(one.x - other.x) <= most && Math.abs(one.y - other.y) <= most
  }

  /** Joins consecutive letters of the same state to pieces; letters that need a screenshot are joined by words. */
  const piecesOf = (texts) => {
    const pieces = []
    let last
    for (const { letters, isAside } of texts) {
      const [first] = letters
      if (last !== undefined && !(first?.state !== 'space' && (isJoined(last, first) || isSameWord(last, first))))
        pieces.push({ text: ' ', state: 'gap' })
      for (const letter of letters) {
        const state =
          letter.state === 'space' ? 'space' : isAside && !/^(seen|unsure)$/.test(letter.state) ? 'aside' : letter.state
        const before = pieces.at(-1)
        const goesOn = before?.state === state || (state === 'space' && before && !/^(unsure|gap)$/.test(before.state))
        const isOneWord = () => before.letters.length < LONGEST_WORD && areNear(before.letters.at(-1), letter)
        if (goesOn && (state !== 'unsure' || isOneWord())) {
          before.text += letter.text
          before.letters?.push(letter)
          if (letter.state !== 'space') before.last = letter
        } else
          pieces.push({
            text: letter.text,
            state: state === 'space' ? 'seen' : state,
            ...{ first: letter, last: letter },
            ...(state === 'unsure' ? { letters: [letter] } : {}),
          })
      }
      last = letters.at(-1)
    }
    return pieces
  }

  /**
   * Hidden letters that take up no room between visible ones, such as the other digits of a wheel that rolls: a person reads what is
   * before and after them as one word.
   */
  const withoutRolled = (pieces) => {
    const isVisible = ({ state }) => state === 'seen' || state === 'unsure'
    let before = -1
    for (const [at, piece] of pieces.entries()) {
      if (!isVisible(piece)) continue
      const between = pieces.slice(before + 1, at)
      const isHidden = between.some(({ state }) => state !== 'gap' && state !== 'made')
      if (before >= 0 && isHidden && !between.some(({ state }) => state === 'made')) {
        const [last, first] = [pieces[before].last, piece.first]
        if (last.state !== 'space' && first.state !== 'space' && isSameWord(last, first))
          for (const each of between) each.state = 'rolled'
      }
      before = at
    }
    return pieces
  }

  /** The current rectangle of a whole word; undefined if a letter is outside the window. */
  const placeOf = (letters) => {
    const boxes = letters.map(({ boxNow }) => boxNow()).filter((box) => box !== undefined)
    if (boxes.length < letters.length || !boxes.every((box) => isInWindow(middleOf(box)))) return undefined
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
    return { x: left, y: top, width: right - left, height: bottom - top }
  }

  /**
   * @returns {{ pieces: { text: string, state: string, place?: object }[], content: string, scrolled: boolean } | undefined}
   *   Pieces in order. `state`: `seen`, `gap` (between two texts), `cut` (off by an ellipsis), `aside` (hidden in a control),
   *   `unsure` with its place in the window, or why a person cannot see it. Undefined if there are too many letters or levels.
   */
  return (element) => {
    const read = textsOf(element)
    // Collapsed spaces count too: each of them costs a step.
    if (read === undefined || read.found.reduce((sum, { text }) => sum + text.length, 0) > MOST_LETTERS)
      return undefined
    const texts = read.found.map((node) => readNode(element, node))
    const scrolled = texts.some((text) => text.scrolled)
    // Scrolling has moved the earlier boxes.
    if (scrolled) for (const { letters } of texts) for (const letter of letters) placeAgain(letter)
    hideOverlaid(texts)
    const pieces = withoutRolled(piecesOf(texts))
    if (scrolled && pieces.some(({ state }) => state === 'unsure')) scrollInto(element)
    const placed = pieces.map(({ text, state, letters }) => {
      if (state !== 'unsure') return { text, state }
      const place = placeOf(letters)
      return place
        ? { text, state, place }
        : { text, state: 'does not fit into the window together with the rest of its word' }
    })
    return { pieces: placed, content: read.content, scrolled }
  }
}
