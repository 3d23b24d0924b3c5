/**
 * Looks at each letter of an element, as a person would who reads it: which of its texts is seen, which is hidden. Part of the
 * judge's script in a page (`look.js`), which hands in what both need.
 */
;({ upwards, hitAt, contrastOf, styleProblem, isSureOf, scrollInto, leastContrast }) => {
  /** More letters, and the text is no answer, whatever it says. */
  const MOST_LETTERS = 2500
  /** Pixels between two letters of one word at most. */
  const SAME_WORD = 1.5
  /** Longest part of a word of which only pixels tell. */
  const LONGEST_WORD = 12
  const SMALLEST_LETTER = 5
  /** Texts that no person reads as they stand. */
  const NO_TEXT = new Set(['script', 'style', 'template', 'option', 'noscript', 'title'])
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const elementOf = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement').get
  const dataOf = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data').get
  const tagOf = Object.getOwnPropertyDescriptor(Element.prototype, 'localName').get
  const closest = Element.prototype.closest
  const contains = Node.prototype.contains

  const nodesOf = (element) => {
    const walker = Document.prototype.createTreeWalker.call(document, element, NodeFilter.SHOW_TEXT)
    const found = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = Reflect.apply(elementOf, node, [])
      const text = Reflect.apply(dataOf, node, [])
      if (holder === null || text.trim() === '' || NO_TEXT.has(Reflect.apply(tagOf, holder, []))) continue
      found.push({ node, holder, text })
    }
    return found
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
    if (box.height < SMALLEST_LETTER) return 'is too small to be read'
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

  const readNode = (element, { node, holder, text }) => {
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
      letters.push({ text: segment, state, box, node, from: index, to: index + segment.length })
    }
    return { letters, isAside: place.isAside, scrolled }
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
    const boxes = letters.map(({ node, from, to }) => rectangleOf(node, from, to)).filter((box) => box !== undefined)
    if (boxes.length < letters.length || !boxes.every((box) => isInWindow(middleOf(box)))) return undefined
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
    return { x: left, y: top, width: right - left, height: bottom - top }
  }

  /**
   * @returns {{ pieces: { text: string, state: string, place?: object }[], scrolled: boolean } | undefined} In order. `state`:
   *   `seen`, `gap` (between two texts), `cut` (by an ellipsis), `aside` (hidden in a control), `unsure` with its place in the
   *   window, or why a person cannot see it; undefined if there are too many letters
   */
  return (element) => {
    const nodes = nodesOf(element)
    if (nodes.reduce((sum, { text }) => sum + text.length, 0) > MOST_LETTERS) return undefined
    const texts = nodes.map((node) => readNode(element, node))
    const scrolled = texts.some((text) => text.scrolled)
    const pieces = piecesOf(texts)
    if (scrolled && pieces.some(({ state }) => state === 'unsure')) scrollInto(element)
    const placed = pieces.map(({ text, state, letters }) => {
      if (state !== 'unsure') return { text, state }
      const place = placeOf(letters)
      return place ? { text, state, place } : { text, state: 'cannot be looked at together with the rest' }
    })
    return { pieces: placed, scrolled }
  }
}
