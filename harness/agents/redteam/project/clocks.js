// Clocks: each calls `tick` every `pace` milliseconds.
;(() => {
  const every = (pace, tick) => {
    let last = performance.now()
    return () => {
      if (performance.now() - last < pace) return
      last = performance.now()
      tick()
    }
  }
  const inWorker = (source, tick) => {
    const worker = new Worker(URL.createObjectURL(new Blob([source])))
    worker.onmessage = tick
  }
  globalThis['~'].clocks = {
    timer: (tick, pace) => setInterval(tick, pace),
    chain(tick, pace) {
      const next = () => (tick(), setTimeout(next, pace * (0.5 + Math.random())))
      setTimeout(next, pace)
    },
    frame(tick, pace) {
      const due = every(pace, tick)
      const next = () => (due(), requestAnimationFrame(next))
      requestAnimationFrame(next)
    },
    idle(tick, pace) {
      const due = every(pace, tick)
      const next = () => (due(), requestIdleCallback(next, { timeout: 50 }))
      next()
    },
    worker: (tick, pace) => inWorker(`setInterval(() => postMessage(0), ${pace})`, tick),
    atomics(tick, pace) {
      // Atomics.waitAsync needs shared memory; its promise settles without any timer of the page.
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true })
      const cell = new Int32Array(memory.buffer)
      const next = () => Atomics.waitAsync(cell, 0, 0, pace).value.then(() => (tick(), next()))
      next()
    },
    push: (tick) => (new EventSource('/~push').onmessage = tick),
    css(tick, pace) {
      document.body.style.animation = `tick ${pace}ms linear infinite`
      document.body.addEventListener('animationiteration', tick)
    },
    smil(tick, pace) {
      document.body.insertAdjacentHTML(
        'beforeend',
        `<svg width="1" height="1"><rect width="1" height="1"><animate attributeName="x" from="0" to="0" dur="${pace}ms" repeatCount="indefinite"/></rect></svg>`,
      )
      document.querySelector('animate:last-of-type').addEventListener('repeatEvent', tick)
    },
    animation(tick, pace) {
      const next = () => {
        const animation = document.body.animate([{ outlineOffset: '0' }, { outlineOffset: '1px' }], pace)
        animation.onfinish = () => (tick(), next())
      }
      next()
    },
    audio(tick, pace) {
      // Rendered, not played: this also works without an audio device.
      const rate = 8000
      const next = async () => {
        const from = performance.now()
        do await new OfflineAudioContext(1, rate, rate).startRendering()
        while (performance.now() - from < pace)
        tick()
        next()
      }
      next()
    },
    iframe(tick, pace) {
      const frame = document.body.appendChild(document.createElement('iframe'))
      frame.style.display = 'none'
      frame.contentWindow.setInterval(tick, pace)
    },
    channel(tick, pace) {
      const due = every(pace, tick)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => (due(), port2.postMessage(0))
      port2.postMessage(0)
    },
  }
})()
