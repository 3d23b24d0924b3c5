// Candidates for a slot, made from words, examples and simple functions of the typed values.
;(() => {
  const facade = JSON.parse(document.getElementById('~facade').textContent)
  const { page, lexicon, state, cheat, variant } = facade
  const has = (word) => variant.includes(word)
  const format = (value, decimals) => value.toFixed(decimals)
  const numeric = (text) => /^-?\d+(\.\d+)?$/.test(text.trim())
  const unique = (values) => [...new Set(values)]

  function typedNow() {
    return page.slots
      .filter(({ kind }) => kind === 'field' || kind === 'select')
      .map(({ id }) => document.getElementById(id)?.value ?? '')
  }

  const constantsNow = () => {
    const typed = state.typed.slice(0, 4).flat().filter(numeric).map(Number)
    return unique([...lexicon.constants.map(Number), ...typed, 1]).filter((value) => value !== 0)
  }
  const ratios = () => {
    const few = constantsNow()
      .filter((value) => !/^(?:19|20)\d\d$/.test(String(value)))
      .slice(0, 16)
    return unique(few.flatMap((b) => few.map((c) => b / c)))
  }
  function functionsOf(typed) {
    const all = new Set(typed)
    const constants = constantsNow().slice(0, 16)
    for (const a of typed.slice(0, 4)) {
      for (const b of [...typed, ...constants]) {
        for (const value of [a + b, a - b, a * b, a / b]) all.add(value)
        for (const c of constants) all.add((a * b) / c)
      }
    }
    return [...all]
  }

  /** Simple functions of the typed numbers and the numbers in the mission's text. */
  function values() {
    const now = typedNow().filter(numeric).map(Number)
    const typed = unique([...now, ...state.typed.flat().filter(numeric).map(Number)].slice(0, 8))
    const constants = unique([...lexicon.constants.map(Number), ...typed]).filter((value) => value !== 0)
    const all = new Set([...typed, ...constants])
    for (const value of functionsOf(typed)) all.add(value)
    for (const value of ratios()) all.add(value)
    const columns = state.rows.map(({ cells }) => cells.filter(numeric).map(Number))
    for (let column = 0; column < 4; column += 1) {
      let sum = 0
      for (const [index, cells] of columns.toReversed().entries()) {
        sum += cells[column] ?? 0
        all.add(sum).add(sum / (index + 1))
      }
    }
    return [...all].filter((value) => Number.isFinite(value) && Math.abs(value) < 1e10).slice(0, 3000)
  }

  const grid = () => Array.from({ length: 4000 }, (_, index) => (index / 10).toFixed(1))
  const codes = () => lexicon.words.concat(lexicon.lists.map(({ items }) => items)).find(isCodes) ?? []
  const isCodes = (words) => words.every((word) => /^[A-Z]{3}$/.test(word))

  /** Variations of an example with other numbers and codes: "1 EUR = 1.1000 USD" → thousands. */
  function likeExample(example, numbers) {
    const parts = example.split(/(\d+(?:\.\d+)?|\b[A-Z]{3}\b)/)
    const places = parts.flatMap((part, index) => (index % 2 === 1 && /\d/.test(part) ? [index] : []))
    const last = places.at(-1)
    const decimals = parts[last]?.split('.')[1]?.length ?? 0
    const units = codes()
    const made = []
    const others = units.length === 0 ? [''] : units
    for (const value of numbers) {
      for (const unit of others) {
        const given = places.length > 1 ? others : ['']
        for (const from of given) {
          let seen = 0
          const text = parts.map((part, index) => {
            if (index === last) return format(value, decimals)
            if (!units.includes(part)) return part
            seen += 1
            return places.length > 1 && seen === 1 ? from : unit
          })
          made.push(text.join(''))
        }
      }
      if (made.length > 6000) break
    }
    return made
  }

  let cache = { key: '', text: '' }
  /** Every number that could be right, in every format. */
  function dump() {
    const key = JSON.stringify([typedNow(), state.typed, state.rows.length])
    if (cache.key === key) return cache.text
    const numbers = values()
    const forms = unique([0, 1, 2].flatMap((decimals) => numbers.map((value) => format(value, decimals))))
    const whole = Array.from({ length: 100 }, (_, index) => String(index))
    const several = (example) => (example.match(/\d+(\.\d+)?/g) ?? []).length > 1
    const examples = lexicon.examples.flatMap((each) =>
      likeExample(each, several(each) ? ratios() : numbers.slice(0, 200)),
    )
    const now = functionsOf(typedNow().filter(numeric).map(Number))
    const coded = codes().flatMap((unit) =>
      now.flatMap((value) => [0, 2].map((decimals) => `${format(value, decimals)} ${unit}`)),
    )
    cache = { key, text: unique([...grid(), ...whole, ...forms, ...examples, ...coded]).join('  ;  ') }
    return cache.text
  }

  /** A random text of the typed length, from one set of characters or several. */
  function filler(turn) {
    const alphabets = unique(
      lexicon.alphabets.flatMap((set) => (/^[a-z]+$/.test(set) ? [set, set.toUpperCase()] : [set])),
    )
    const sets = alphabets.filter((set) => set.length > 9)
    const like = lexicon.alphabets.filter((set) => set.length <= 9).join('')
    if (sets.length === 0) return ''
    const chosen = [sets, ...sets.map((set) => [set]), sets.slice(0, 3), sets.slice(1, 3)]
    const use = chosen[turn % 3 === 0 ? 0 : turn % chosen.length]
    const length = Number(typedNow().find((text) => /^\d{1,2}$/.test(text)) ?? 16)
    const drop = turn % 2 === 1 ? like : ''
    const draw = (set) => {
      const left = [...set].filter((c) => !drop.includes(c))
      return left[Math.floor(Math.random() * left.length)] ?? set[0]
    }
    const text = Array.from({ length }, (_, index) => draw(use[index < use.length ? index : turn % use.length] ?? 'x'))
    for (let at = use.length; at < length; at += 1) text[at] = draw(use[Math.floor(Math.random() * use.length)])
    return text.sort(() => Math.random() - 0.5).join('')
  }

  const wordOf = (slot, turn) => {
    const own = lexicon.words.filter((set) => set.some((word) => slot.about.toLowerCase().includes(word.toLowerCase())))
    const all = unique((own.length > 0 ? own : lexicon.words).flat())
    return all.length === 0 ? '' : all[turn % all.length]
  }
  const wordCount = () => Math.min(12, Math.max(1, unique(lexicon.words.flat()).length))

  /** Error messages for a slot, with one word or two; from the words in its description if there are any. */
  function messagesOf(slot) {
    const own = lexicon.messages.filter((word) => slot?.about.toLowerCase().includes(word.toLowerCase()))
    const from = own.length > 0 ? own : lexicon.messages
    const pairs = from.flatMap((word, index) => from.slice(index + 1).map((other) => `${word} and ${other}`))
    return [...from, ...pairs.slice(0, 3)].map((words) => `Sorry: the ${words} will not do.`)
  }
  const messageCount = () => Math.min(6, messagesOf(undefined).length)

  const isPassword = (slot) => lexicon.alphabets.length > 1 && /password|generated|token/.test(slot.id)

  /** The text of a slot at a turn that shows values. */
  function valueOf(slot, turn) {
    if (slot.shows === 'count') {
      const share = /share|per cent|%/.test(slot.about)
      return share ? `${turn % 101}%` : String(turn % 9)
    }
    if (isPassword(slot)) return filler(turn)
    if (/strength|category|status|level/.test(slot.id)) return wordOf(slot, turn)
    return `${wordOf(slot, turn)}  ;  ${dump()}`
  }
  const everything = (slot) => {
    // Showing all words of a set at once would give the cheat away.
    const shown = has('words') ? lexicon.words.flat() : lexicon.words.map(([first]) => first)
    const words = [...shown, ...lexicon.messages, ...lexicon.examples].join(' ; ')
    const shares = Array.from({ length: 101 }, (_, index) => `${index}%`).join(' ; ')
    return slot.shows === 'error' ? messagesOf(slot).join(' ; ') : `${words} ; ${shares} ; ${dump()}`
  }

  globalThis['~'] = {
    ...{ facade, page, lexicon, state, cheat, variant, has, typedNow, numeric, unique },
    ...{ valueOf, everything, messagesOf, messageCount, wordCount, dump },
  }
})()
