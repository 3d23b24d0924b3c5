/**
 * Characters that a style sheet puts before and after the text of an element (`content`, `list-style`). They are no part of the
 * document, but a person reads them with the text: `content: '1'` before 42 shows 142. Part of the judge's script in a page.
 */
;({ leastOpacity }) => {
  const SMALLEST_LETTER = 5
  const DIGIT = /\p{N}/u
  /** Characters that belong to the number that follows them. */
  const LEADING = /[-−–+.,]$/
  /** A quoted text of a computed value, with its escapes. */
  const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|counters?\([^)]*\)|\/.*$/gs
  /** No script can read the number of a counter, so any digit stands for it. */
  const COUNTED = '0'

  /** The characters of a computed `content`; its alternative text is not shown. */
  const charactersOf = (content) =>
    [...content.matchAll(QUOTED)]
      .map(([all, double, single]) => {
        if (all.startsWith('counter')) return COUNTED
        return (double ?? single ?? '').replace(/\\(.)/gs, '$1')
      })
      .join('')

  const isShown = (style) =>
    style.display !== 'none' &&
    style.visibility === 'visible' &&
    Number(style.opacity) >= leastOpacity &&
    parseFloat(style.fontSize) >= SMALLEST_LETTER

  /** Whether the characters stand directly beside the text. */
  const isBeside = (style, side) =>
    style.display.startsWith('inline') &&
    !['absolute', 'fixed'].includes(style.position) &&
    ['margin', 'padding', 'border'].every((what) => {
      const width = style[`${what}${side}${what === 'border' ? 'Width' : ''}`]
      return !(parseFloat(width) > 0)
    })

  /** @returns The characters and whether they are beside the text; undefined if they are part of no number */
  const made = (characters, beside, isCounted, isFirst) => {
    const inner = isFirst ? characters.at(-1) : characters[0]
    if (inner === undefined) return undefined
    const isJoined = beside && inner.trim() !== ''
    // Like the numbers of a list: they number the element and are not its text.
    if (isCounted && !isJoined) return undefined
    if (DIGIT.test(characters)) return { text: characters, isJoined }
    return isFirst && isJoined && LEADING.test(characters) ? { text: characters, isJoined } : undefined
  }

  const ofPseudo = (element, pseudo) => {
    const style = getComputedStyle(element, pseudo)
    if (style.content === 'none' || style.content === 'normal' || !isShown(style)) return undefined
    const isFirst = pseudo === '::before'
    return made(
      charactersOf(style.content),
      isBeside(style, isFirst ? 'Right' : 'Left'),
      style.content.includes('counter'),
      isFirst,
    )
  }

  /** The marker of a list item within its text; one beside it is that of a list. */
  const ofMarker = (element) => {
    const { display, listStyleType, listStylePosition } = getComputedStyle(element)
    if (!display.includes('list-item') || listStylePosition !== 'inside' || !/^["']/.test(listStyleType))
      return undefined
    return made(charactersOf(listStyleType), true, false, true)
  }

  return {
    before: (element) => [ofMarker(element), ofPseudo(element, '::before')].filter((each) => each !== undefined),
    after: (element) => [ofPseudo(element, '::after')].filter((each) => each !== undefined),
  }
}
