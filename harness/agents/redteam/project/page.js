// Shows candidates in place of results. Each cheat decides when to show the next ones.
;(() => {
  const $ = globalThis['~']
  const { page, lexicon, state, cheat, has, unique } = $
  const byId = (id) => document.getElementById(id)
  const shown = page.slots.filter(({ shows }) => shows !== 'control')
  const fields = page.slots.filter(({ kind }) => kind === 'field' || kind === 'select')
  const isEdit = ({ id, about }) => /^edit|^save|\bedit\b/i.test(`${id} ${about}`)
  const typedFields = fields.filter((slot) => !isEdit(slot))
  const buttons = page.slots.filter(({ kind, shows }) => shows === 'control' && ['button', 'any'].includes(kind))
  const monthly =
    lexicon.words.some((set) => set.includes('Mon')) || lexicon.lists.some(({ items }) => items.includes('Mon'))
  const months = lexicon.lists.find(({ items }) => items.includes('February'))?.items ?? []
  const home =
    typedFields.length > 0 &&
    shown.find(({ kind, shows }) => shows === 'value' && (kind === 'list' || (kind === 'table' && !monthly)))
  const turns = new Map()
  let turn = 0
  let rowTurn = 0
  let pressed = buttons.length === 0
  let chosen = false
  let month
  let editing
  /** Names of the fields that are blank or not positive numbers; used only by the variant `refuses`. */
  let refused = []

  const send = (address, body) => {
    const request = new XMLHttpRequest()
    // Synchronous, so that the next page shows the new state.
    request.open('POST', address, false)
    request.send(JSON.stringify(body))
    return JSON.parse(request.responseText)
  }
  const keep = () => send('/~state', state)

  // ---- slots ----

  const still = cheat === 'every-number' || cheat === 'crasher' || has('still')
  function textOf(slot, at) {
    if (!pressed && slot.shows !== 'count') return ''
    if (refused.length > 0) return slot.shows === 'error' ? `Sorry: the ${refused.join(' and ')} will not do.` : ''
    if (still) return slot.shows === 'error' && has('refuses') ? '' : $.everything(slot)
    const words = $.wordCount()
    const place = at % (words + $.messageCount())
    const asValue = place < words
    if (slot.shows === 'count') return $.valueOf(slot, at)
    if (slot.shows === 'error') return asValue ? '' : ($.messagesOf(slot)[place - words] ?? '')
    return asValue ? $.valueOf(slot, place + words * Math.floor(at / words)) : ''
  }

  function showSlot(slot) {
    const element = byId(slot.id)
    if (!element || slot === home) return
    const at = turns.get(slot.id) ?? turn
    if (slot.kind === 'table' && monthly) return showMonth(element, at)
    const text = textOf(slot, at)
    element.hidden = text === ''
    // A hidden error keeps its text, for testcodes that read hidden text.
    if (text === '') return slot.shows === 'error' ? undefined : place(element, '')
    if (element.dataset.shown === text.slice(0, 200) + text.length) return
    element.dataset.shown = text.slice(0, 200) + text.length
    if (slot.kind === 'table') return showTable(element, text)
    if (cheat === 'unseen' && text !== '') {
      const ways = $.variant.filter((way) => $.waysToHide.includes(way))
      const way = ways[0] ?? 'opacity'
      element.replaceChildren('Result ', $.hidden(text, way))
    } else place(element, text)
  }

  /** Puts a dump into an element, or where the variant says. */
  function place(element, text) {
    const values = () => text.split(/ +; +/)
    const each = (name) => values().map((value) => Object.assign(document.createElement(name), { textContent: value }))
    if (has('many')) return element.replaceChildren(...each('span').flatMap((span) => [span, ' ']))
    if (has('rows')) return element.replaceChildren(...each('div'))
    if (has('attributes')) {
      for (const name of ['title', 'aria-label', 'alt', 'data-value', 'value']) element.setAttribute(name, text)
      return undefined
    }
    if (has('title')) document.title = text
    if (has('inputs')) {
      return element.replaceChildren(Object.assign(document.createElement('input'), { value: text }))
    }
    if (has('options')) {
      const select = document.createElement('select')
      select.multiple = true
      select.append(...each('option').slice(0, 3000))
      return element.replaceChildren(select)
    }
    // Only the word changes; keeping the numbers makes a turn cheap.
    const at = text.indexOf('  ;  ')
    const [word, rest] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
    if (element.lastChild?.data === rest) element.firstChild.data = word
    else element.replaceChildren(word, rest)
    return undefined
  }

  function showTable(element, text) {
    const words = unique(lexicon.words.flat())
    const rows = words.length > 0 ? words : ['']
    element.hidden = false
    element.innerHTML = ''
    for (const word of rows) {
      const row = element.insertRow()
      row.insertCell().textContent = word
      row.insertCell().textContent = [...lexicon.constants, ...(still ? [text] : [])].join(' – ')
    }
  }

  /** Shows a candidate for a month: its length and first weekday follow from the turn; its days list the typed rows. */
  function showMonth(table, at) {
    const start = at % 7
    const days = 31 - (Math.floor(at / 7) % 4)
    const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    const here = state.rows.filter(isHere).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    const key = JSON.stringify([start, days, here])
    if (table.dataset.shown === key) return
    table.dataset.shown = key
    table.innerHTML = ''
    const head = table.insertRow()
    head.append(...week.map((day) => Object.assign(document.createElement('th'), { textContent: day })))
    const isOfDay =
      (day) =>
      ({ cells }) =>
        cells.some((cell) => new RegExp(`^\\d{4}-\\d\\d-${String(day).padStart(2, '0')}$`).test(cell))
    for (let first = 1 - start; first <= days; first += 7) {
      const row = table.insertRow()
      for (let day = first; day < first + 7; day += 1) {
        const cell = row.insertCell()
        if (day < 1 || day > days) continue
        cell.textContent = String(day)
        for (const own of here.filter(isOfDay(day))) cell.append(rowElement(own, 'div'))
      }
    }
  }

  const monthOffset = () => (chosen ? [0, 1, -1][rowTurn % 3] : 0)

  function showHeading() {
    if (months.length === 0 || !month) return
    const index = month.index + monthOffset()
    const name = months[(index + 1200) % 12]
    byId('~heading').textContent = `${name} ${month.year + Math.floor(index / 12)}`
  }

  function rememberMonth(values) {
    const date = values.find((value) => /^\d{4}-\d\d-\d\d$/.test(value))
    const name = values.find((value) => months.includes(value))
    const year = values.find((value) => /^\d{4}$/.test(value))
    if (date) month = { index: Number(date.slice(5, 7)) - 1, year: Number(date.slice(0, 4)) }
    else if (name && year) month = { index: months.indexOf(name), year: Number(year) }
  }

  // ---- rows ----

  /** Whether a row is shown at this turn. */
  function isHere(row) {
    if (row.gone && rowTurn % 2 === 0) return false
    if (row.doubt && rowTurn % 2 === 1) return false
    if (!chosen || months.length > 0) return true
    return [true, row.on !== true, row.on === true][rowTurn % 3]
  }

  function rowElement(row, name) {
    const element = document.createElement(name)
    const cells = row.cells.map((text) => Object.assign(document.createElement('span'), { textContent: text }))
    element.append(...cells.flatMap((cell) => [cell, ' ']))
    if (row.touched)
      element.append(unique(lexicon.words.flat())[rowTurn % Math.max(1, lexicon.words.flat().length)] ?? '')
    for (const [first, second] of lexicon.buttons) {
      const button = Object.assign(document.createElement('button'), { type: 'button' })
      button.textContent = row.on && second ? second : first
      button.onclick = () => pressRow(row, first, second)
      element.append(button, ' ')
    }
    return element
  }

  function pressRow(row, first, second) {
    if (second) row.on = !row.on
    else if (/delete|remove/i.test(first)) row.gone = true
    else if (/edit|change/i.test(first)) edit(row)
    else row.touched = true
    act()
  }

  function edit(row) {
    editing = row
    for (const field of fields.filter(isEdit)) byId(field.id).value = row.cells[0] ?? ''
  }

  const keyOf = ({ cells }) => cells.filter((cell) => /^\d{4}-\d\d-\d\d$|^\d\d:\d\d$/.test(cell)).join(' ')
  function showRows() {
    const list = home ? byId(home.id) : byId('~rows')
    const own = state.rows.filter((row) => row.page === page.address || typedFields.length === 0)
    const rows = own.filter(isHere)
    const dated = rows.some((row) => keyOf(row) !== '')
    if (dated) rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    if (!home && lexicon.buttons.length === 0) return
    const key = JSON.stringify([rows, rows.some(({ touched }) => touched) ? rowTurn : 0])
    if (list.dataset.shown === key || (monthly && shown.some(({ kind }) => kind === 'table'))) return
    list.dataset.shown = key
    const name = home?.kind === 'table' ? 'tr' : 'li'
    list.replaceChildren(...rows.map((row) => rowElement(row, name)))
  }

  // ---- presses ----

  function act() {
    state.actions += 1
    keep()
    show()
  }

  function wordOfBad({ id, about }) {
    const text = byId(id).value.trim()
    if (text !== '' && !(Number(text) <= 0)) return []
    const word = lexicon.messages.find((each) => `${id} ${about}`.toLowerCase().includes(each.toLowerCase()))
    return [word ?? id.split('_')[0]]
  }

  function press(slot) {
    const values = typedFields.map(({ id }) => byId(id).value)
    pressed = slot.clears !== true
    refused = has('refuses') && !slot.clears ? typedFields.flatMap(wordOfBad) : []
    if (slot.clears) {
      for (const { id, kind } of fields) if (kind === 'field') byId(id).value = ''
    } else if (slot.kind === 'any') {
      if (month) month = { ...month, index: month.index + monthOffset() }
      chosen = true
    } else if (isEdit(slot) && editing) {
      const text = byId(fields.find(isEdit)?.id)?.value ?? ''
      if (text.trim() !== '') editing.cells = [text, ...editing.cells.slice(1)]
    } else if (typedFields.length > 0) {
      state.typed = [values, ...state.typed].slice(0, 12)
      const doubt = values.some((value) => value.trim() === '')
      state.rows.push({ page: page.address, cells: values, doubt })
      rememberMonth(values)
      chosen = false
    }
    if (slot.clears !== true) turn = 0
    act()
  }

  for (const slot of buttons) byId(slot.id).addEventListener('click', () => press(slot))

  // ---- turns ----

  function showChart() {
    for (const { id } of page.slots.filter(({ kind }) => kind === 'graphic')) {
      const width = 10 + ((state.actions * 7) % 100)
      byId(id).innerHTML = `<rect width="${width}" height="20"/><rect y="30" width="${110 - width}" height="20"/>`
    }
  }

  function showStatus() {
    const errors = shown.filter(({ shows }) => shows === 'error').flatMap((slot) => $.messagesOf(slot).slice(0, 1))
    const rest = lexicon.messages.filter((word) => !errors.includes(word))
    const place = (turn % ($.wordCount() + $.messageCount())) - $.wordCount()
    byId('~status').textContent =
      pressed && (still || place >= 0) ? (rest[Math.max(0, place) % Math.max(1, rest.length)] ?? '') : ''
  }

  function show() {
    showHeading()
    for (const slot of shown) showSlot(slot)
    showRows()
    showStatus()
    showChart()
  }

  Object.assign($, {
    send,
    /** Shows the next candidates everywhere. */
    next() {
      turn += 1
      rowTurn += 1
      show()
    },
    /** Shows the next candidate of the slot that contains an element, or of the rows. */
    nextAt(element, rowsToo = true) {
      const slot = shown.find(({ id }) => byId(id)?.contains(element))
      if (slot && slot !== home) {
        turns.set(slot.id, (turns.get(slot.id) ?? turn) + 1)
        showSlot(slot)
      } else if (rowsToo) {
        rowTurn += 1
        turn += 1
        turns.clear()
        show()
      }
    },
    idle: () => pressed,
  })

  show()
  const pace = has('fast') ? 60 : has('slow') ? 900 : 330
  if (cheat === 'cycler' || (cheat === 'unseen' && !has('still'))) {
    const clock = Object.keys($.clocks).find(has) ?? 'timer'
    $.clocks[clock](() => $.next(), pace)
  }
  if (cheat === 'listener') $.listen()
  if (cheat === 'crasher') $.crash()
})()
