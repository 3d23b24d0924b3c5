// Ways to crash in the middle of a testcode that is about to fail.
;(() => {
  const $ = globalThis['~']
  const ways = {
    /** Overflows the stack of the selector parser. */
    renderer() {
      document.querySelector(`${':is('.repeat(100_000)}a${')'.repeat(100_000)}`)
    },
    exit: () => $.send('/~exit', {}),
    hang() {
      for (;;);
    },
    flood() {
      for (;;) console.log('x'.repeat(1000))
    },
    memory() {
      const all = []
      for (;;) all.push(new Array(10_000_000).fill(all.length))
    },
    away: () => location.assign('about:blank'),
    close: () => close(),
  }
  /** Milliseconds: a testcode that is still waiting this long after a press has not found its result. */
  const WAITED = 900

  $.crash = () => {
    const way = Object.keys(ways).find($.has) ?? 'renderer'
    let presses = 0
    let last = performance.now()
    const leave = () => {
      const { crashes } = $.send('/~crash', {})
      // By default it crashes once: a crash that does not recur is blamed on the machine.
      if ($.has('always') || ($.has('often') ? crashes % 2 === 1 : crashes === 1)) ways[way]()
    }
    for (const name of ['pointerdown', 'keydown', 'input'])
      addEventListener(name, () => (last = performance.now()), true)
    addEventListener('click', () => {
      presses += 1
      if ($.has('count') && presses === 3) leave()
      if ($.has('kind') && $.typedNow().some((text) => text.trim() === '' || text.startsWith('-'))) leave()
    })
    if ($.has('count') || $.has('kind')) return
    const clock = setInterval(() => {
      if (presses === 0 || performance.now() - last < WAITED) return
      clearInterval(clock)
      leave()
    }, 100)
  }
})()
