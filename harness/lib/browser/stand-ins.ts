import { randomBytes } from 'node:crypto'

/** The event in which scripts of the harness find each other, across the documents of a window. No page can guess it. */
const NAME = randomBytes(24).toString('base64url')

/**
 * An expression for scripts that run in a page's world before any other script of a document: a function `stand(original,
 * call, make)`, which makes a proxy that nobody can tell from the function that it stands for. It has its names, lengths and
 * properties, its source is the same, also for the functions of another document of the same origin, and it is taken out
 * of stack traces of what the browser throws. `call(self, args)` and `make(args, newTarget)` do what it does. `stand.shared` is an
 * object without a prototype that the scripts of all documents of these windows have in common.
 */
export function standIns(): string {
  return `(${SCRIPT})(${JSON.stringify(NAME)})`
}

/** A text and not a function, so that no compiler adds helpers to it that a page does not have. */
const SCRIPT = String.raw`function (NAME) {
  'use strict'
  const { apply } = Reflect
  const { defineProperty, getOwnPropertyDescriptor } = Object
  const { dispatchEvent, addEventListener } = EventTarget.prototype
  const { stopImmediatePropagation } = Event.prototype
  const { get: detailOf } = getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')
  const { get: fontsOf } = getOwnPropertyDescriptor(Document.prototype, 'fonts')
  const { captureStackTrace } = Error
  const { freeze, isExtensible } = Object

  /** What another script, or the document around this one, has kept. */
  const ask = (from) => {
    const box = { __proto__: null }
    try {
      // A target that no document.open() rids of its listeners.
      apply(dispatchEvent, apply(fontsOf, from.document, []), [new CustomEvent(NAME, { detail: box })])
    } catch {
      // A window of another origin, whose functions this one cannot have either.
    }
    return box.kept
  }
  const make = () => {
    const originals = new WeakMap()
    return {
      __proto__: null,
      originalOf: WeakMap.prototype.get.bind(originals),
      keepOriginal: WeakMap.prototype.set.bind(originals),
      shared: { __proto__: null },
    }
  }
  const own = ask(window)
  const kept = own || (parent !== window && ask(parent)) || (opener && ask(opener)) || make()
  const { originalOf, keepOriginal } = kept

  // The stack of what the browser's own functions throw begins with who called them, and not with a proxy.
  const withoutUs = (error, handler) => {
    // What cannot be extended was made by the page.
    if (typeof error === 'object' && error !== null && isExtensible(error)) captureStackTrace(error, handler)
    return error
  }
  const stand = (original, call, make) => {
    const handler = {
      __proto__: null,
      apply(target, self, args) {
        try {
          return call(self, args)
        } catch (error) {
          throw withoutUs(error, handler.apply)
        }
      },
      ...(make && {
        construct(target, args, newTarget) {
          try {
            return make(args, newTarget === proxy ? original : newTarget)
          } catch (error) {
            throw withoutUs(error, handler.construct)
          }
        },
      }),
    }
    // A page that reads its own stack must find nothing that it could change.
    const proxy = new Proxy(original, freeze(handler))
    keepOriginal(proxy, original)
    return proxy
  }
  stand.shared = kept.shared
  if (own) return stand

  // The source of a proxy has no name in it; that of what it stands for has.
  const toString = Function.prototype.toString
  const value = stand(toString, (self, args) =>
    apply(toString, (typeof self === 'function' && originalOf(self)) || self, args),
  )
  defineProperty(Function.prototype, 'toString', { ...getOwnPropertyDescriptor(Function.prototype, 'toString'), value })
  apply(addEventListener, apply(fontsOf, document, []), [
    NAME,
    (event) => {
      apply(stopImmediatePropagation, event, [])
      apply(detailOf, event, []).kept = kept
    },
    true,
  ])
  return stand
}`
