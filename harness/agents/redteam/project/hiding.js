// Ways to put a text on a page so that it cannot be seen.
;(() => {
  const css = {
    opacity: 'opacity:0',
    faint: 'opacity:.004',
    background: 'color:#fff',
    transparent: 'color:transparent',
    offscreen: 'position:absolute;left:-9999px;width:400px',
    pixel: 'display:block;width:1px;height:1px;overflow:hidden',
    tiny: 'font-size:1px;line-height:1px',
    clip: 'position:absolute;clip:rect(0,0,0,0)',
    path: 'clip-path:inset(50%)',
    behind: 'position:relative;z-index:-1',
    indent: 'display:block;text-indent:-9999px;white-space:nowrap;overflow:hidden',
    filter: 'filter:opacity(0)',
    white: 'filter:brightness(0) invert(1)',
    transform: 'display:inline-block;transform:scale(0)',
    turned: 'display:inline-block;transform:rotateY(90deg)',
    mask: '-webkit-mask:linear-gradient(transparent,transparent);mask:linear-gradient(transparent,transparent)',
    thin: 'display:block;line-height:0;height:0;overflow:hidden',
    auto: 'content-visibility:auto;contain-intrinsic-size:1px',
    blend: 'mix-blend-mode:screen;color:#000;background:#fff',
    font: "font-family:'~blank';font-size:12px",
    fill: '-webkit-text-fill-color:transparent',
    scrolled: 'display:block;height:1.2em;overflow:hidden;padding-top:3em;box-sizing:border-box',
  }
  const wrap = {
    details: (box) => {
      const details = document.createElement('details')
      details.append(box)
      return details
    },
    covered: (box) => {
      box.style.cssText = 'position:relative;display:inline-block'
      const cover = box.appendChild(document.createElement('i'))
      cover.style.cssText = 'position:absolute;inset:0;background:#fff'
      return box
    },
    dialog: (box) => {
      setTimeout(() => {
        if (document.querySelector('dialog')) return
        const dialog = document.body.appendChild(document.createElement('dialog'))
        dialog.style.cssText = 'inset:0;width:100%;height:60%;pointer-events:none'
        dialog.show()
      })
      return box
    },
    shadow: (box) => {
      const host = document.createElement('span')
      const root = host.attachShadow({ mode: 'open' })
      root.innerHTML = '<span style="opacity:0"><slot></slot></span>'
      host.append(box)
      return host
    },
  }
  globalThis['~'].hidden = (text, way) => {
    const box = document.createElement('span')
    box.textContent = text
    if (wrap[way]) return wrap[way](box)
    box.style.cssText = css[way] ?? css.opacity
    return box
  }
  globalThis['~'].waysToHide = [...Object.keys(css), ...Object.keys(wrap)]
})()
