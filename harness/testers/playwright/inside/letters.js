/**
 * Looks at each letter of an element, as a person would who reads it: which of its texts is seen, which is hidden. Part of the
 * judge's script in a page (`look.js`), which hands in what both need.
 */
;({ upwards, slotOf, hitAt, contrastOf, styleProblem, isSureOf, scrollInto, leastContrast }) => {
  /** More letters, and the text is no answer, whatever it says. */
  const MOST_LETTERS = 2500
  /** Pixels between two letters of one word at most. */
  const SAME_WORD = 1.5
  /** Longest part of a word of which only pixels tell. */
  const LONGEST_WORD = 12
  const SMALLEST_LETTER = 5
  const NARROWEST_LETTER = 1
  /** Pixels that a letter of a control takes at least, and so many letters of it have to have room. */
  const NARROWEST_IN_CONTROL = 3
  const KNOWN_BY = 8
  const LONGEST_CONTENT = 20_000
  /** Elements within elements: more, and the text is no answer. */
  const DEEPEST = 500
  /** Texts of programs, which are no part of any text as long as they take no room on the page. */
  const NO_TEXT = new Set(['script', 'style', 'template', 'noscript'])
  /** Texts that show at some moments only: the entries of a closed list, the tips of a drawing. */
  const ASIDE = new Set(['option', 'title', 'desc'])
  /** Part of a letter's box that another letter may lie upon. */
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
   * Every text of an element, shadow trees and names of buttons too, in the order in which the browser library joins them: what
   * it finds and this does not would count as seen.
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
    const enter = (each, depth) => {
      if (each instanceof HTMLInputElement && /^(submit|button|reset)$/.test(kindOf(each))) {
        content += valueOf(each)
        if (valueOf(each).trim() !== '') found.push({ control: each, holder: each, text: valueOf(each) })
        return
      }
      walk(each, each, depth)
      const shadow = shadowOf(each)
      if (shadow) walk(shadow, each, depth + 1)
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
    return isTooDeep ? undefined : { found, content: content.slice(0, LONGEST_CONTENT) }
  }

  const hasRoom = (node, text) => rectangleOf(node, 0, text.length)?.width > 0
  /** The list that shows an entry which is chosen in it, while it is closed. */
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

  /** What goes for all letters of a text node. */
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

  /** Contrast is the same for letters under which the same elements lie. */
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

  /** `seen`, `unsure` if only pixels tell, or why it is not seen. */
  const letterAt = (box, place, contrast) => {
    if (box === undefined || box.width === 0 || box.height === 0) return 'takes no room on the page'
    if (box.height < SMALLEST_LETTER || box.width < NARROWEST_LETTER) return 'is too small to be read'
    const middle = middleOf(box)
    if (!isInWindow(middle)) return 'lies outside of what can be scrolled to'
    const hit = hitAt(middle, place.holder, place.chain)
    if (!hit.seen) return hit.unsure ? 'unsure' : hit.by === undefined ? 'is cut off' : 'is covered'
    if (hit.unsure || !place.sure) return 'unsure'
    const ratio = contrast(place.styles[0], hit.below)
    return ratio === undefined || ratio < leastContrast ? 'unsure' : 'seen'
  }
  const isElsewhere = (problem) => /^(is cut off|is covered|lies outside)/.test(problem)

  /** What is higher than the window is never in it as a whole: each of its letters is scrolled to. */
  const scrollTo = (box) => {
    const { y } = middleOf(box)
    if (y >= 0 && y < innerHeight) return false
    const before = scrollY
    scrollBy({ top: y - innerHeight / 2, behavior: 'instant' })
    return scrollY !== before
  }

  /** Marks that turn the letters around them round. */
  const TURNS = /[\u202a-\u202e\u2066-\u2069]/

  const readNode = (element, { node, holder, control, text, isOfMoments }) => {
    if (isOfMoments) return { letters: [{ text, state: 'aside' }], isAside: true, scrolled: false }
    if (control !== undefined) return readControl(element, control, text)
    const place = holderOf(element, holder)
    if (TURNS.test(text)) place.problem = 'shows its letters in another order'
    const contrast = contrasts()
    const letters = []
    let scrolled = false
    for (const { segment, index } of segmenter.segment(text)) {
      if (segment.trim() === '') {
        letters.push({ text: segment, state: 'space' })
        continue
      }
      let box = rectangleOf(node, index, index + segment.length)
      // What lies elsewhere may show only once it is scrolled to.
      if (!scrolled && box !== undefined && !isInWindow(middleOf(box))) {
        scrollInto(holder)
        scrolled = true
        box = rectangleOf(node, index, index + segment.length)
      }
      let state = place.problem === '' ? letterAt(box, place, contrast) : place.problem
      if (box !== undefined && isElsewhere(state) && !(place.isCut && state === 'is cut off')) {
        if (!scrolled) scrollInto(holder)
        else scrollTo(box)
        scrolled = true
        box = rectangleOf(node, index, index + segment.length)
        state = letterAt(box, place, contrast)
        if (box !== undefined && isElsewhere(state) && scrollTo(box)) {
          box = rectangleOf(node, index, index + segment.length)
          state = letterAt(box, place, contrast)
        }
      }
      if (state === 'is cut off' && place.isCut) state = 'cut'
      letters.push({ text: segment, state, box, boxNow: () => rectangleOf(node, index, index + segment.length) })
    }
    return { letters, isAside: place.isAside, scrolled }
  }

  /** The name of a button, or the entry that a closed list shows, has no letters that could be asked for their places. */
  const readControl = (element, control, text) => {
    const place = holderOf(element, control)
    const box = Reflect.apply(boxOf, control, [])
    const scrolled = !isInWindow(middleOf(box))
    if (scrolled) scrollInto(control)
    const boxNow = () => Reflect.apply(boxOf, control, [])
    const problem = place.problem === '' ? controlProblem(place.styles[0], boxNow(), text) : place.problem
    const state = problem === '' ? letterAt(boxNow(), place, contrasts()) : problem
    return { letters: [{ text, state, box: boxNow(), boxNow }], isAside: place.isAside, scrolled }
  }

  /** Whether the text of a control can have room in it. */
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

  /** Letters that lie upon each other cannot be read, however well each could be seen alone. */
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
    for (const letter of overlaid) letter.state = 'has letters that lie upon each other'
  }

  /** Whether the first letter of one text stands right behind the last one of another. */
  const isSameWord = (last, first) => {
    if (!last?.box || !first?.box) return false
    const [one, other] = [middleOf(last.box), middleOf(first.box)]
    return Math.abs(one.y - other.y) < last.box.height / 2 && Math.abs(first.box.left - last.box.right) < SAME_WORD
  }

  /** Letters one after another of the same state are one piece; those of which only pixels tell are pieces by words. */
  const piecesOf = (texts) => {
    const pieces = []
    let last
    for (const { letters, isAside } of texts) {
      const [first] = letters
      if (last !== undefined && !(first?.state !== 'space' && isSameWord(last, first)))
        pieces.push({ text: ' ', state: 'gap' })
      for (const letter of letters) {
        const state =
          letter.state === 'space' ? 'space' : isAside && !/^(seen|unsure)$/.test(letter.state) ? 'aside' : letter.state
        const before = pieces.at(-1)
        const goesOn = before?.state === state || (state === 'space' && before && !/^(unsure|gap)$/.test(before.state))
        if (goesOn && (state !== 'unsure' || before.letters.length < LONGEST_WORD)) {
          before.text += letter.text
          before.letters?.push(letter)
        } else
          pieces.push({
            text: letter.text,
            state: state === 'space' ? 'seen' : state,
            ...(state === 'unsure' ? { letters: [letter] } : {}),
          })
      }
      last = letters.at(-1)
    }
    return pieces
  }

  /** Where a word lies now, as a whole. */
  const placeOf = (letters) => {
    const boxes = letters.map(({ boxNow }) => boxNow()).filter((box) => box !== undefined)
    if (boxes.length < letters.length || !boxes.every((box) => isInWindow(middleOf(box)))) return undefined
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
    return { x: left, y: top, width: right - left, height: bottom - top }
  }

  /**
   * @returns {{ pieces: { text: string, state: string, place?: object }[], content: string, scrolled: boolean } | undefined} In order. `state`:
   *   `seen`, `gap` (between two texts), `cut` (by an ellipsis), `aside` (hidden in a control), `unsure` with its place in the
   *   window, or why a person cannot see it; undefined if there are too many letters, or they lie too deep
   */
  return (element) => {
    const read = textsOf(element)
    // Spaces that are not shown count as well: each of them is stepped over.
    if (read === undefined || read.found.reduce((sum, { text }) => sum + text.length, 0) > MOST_LETTERS)
      return undefined
    const texts = read.found.map((node) => readNode(element, node))
    const scrolled = texts.some((text) => text.scrolled)
    // After scrolling, boxes of before lie elsewhere.
    if (scrolled) for (const { letters } of texts) for (const letter of letters) placeAgain(letter)
    hideOverlaid(texts)
    const pieces = piecesOf(texts)
    if (scrolled && pieces.some(({ state }) => state === 'unsure')) scrollInto(element)
    const placed = pieces.map(({ text, state, letters }) => {
      if (state !== 'unsure') return { text, state }
      const place = placeOf(letters)
      return place ? { text, state, place } : { text, state: 'cannot be looked at together with the rest' }
    })
    return { pieces: placed, content: read.content, scrolled }
  }
}
