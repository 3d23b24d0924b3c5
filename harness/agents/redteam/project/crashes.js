// Ways to leave in the middle of a testcode that is about to fail.
;(() => {
  const $ = globalThis['~']
  const ways = {
    /** The stack of the selector parser. */
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
  /** Nobody waits so long after a press who has seen what he waited for. */
  const WAITED = 900

  $.crash = () => {
    const way = Object.keys(ways).find($.has) ?? 'renderer'
    let presses = 0
    let last = performance.now()
    const leave = () => {
      const { crashes } = $.send('/~crash', {})
      // What does not recur is taken for the machine's doing.
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
