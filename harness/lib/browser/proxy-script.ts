import { randomBytes } from 'node:crypto'

/** The event by which the harness's scripts in different documents find each other. A page cannot guess its name. */
const NAME = randomBytes(24).toString('base64url')

/**
 * An expression for scripts that run in a page's world before any other script of a document. Its value is a function
 * `stand(original, call, make)`, which makes a proxy that a page cannot tell from the original: it has the same name, length,
 * properties and source (also for functions of another document of the same origin), and it does not appear in stack traces
 * of errors that the browser throws. `call(self, args)` handles calls, `make(args, newTarget)` handles `new`.
 * `stand.shared` is an object without a prototype that the scripts of all documents of these windows share.
 */
export function proxyScript(): string {
  return `(${SCRIPT})(${JSON.stringify(NAME)})`
}

/** A string, not a function: a compiler could add calls of helpers that do not exist in a page. */
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

  /** The state of a script in another document, or of an earlier script in this one. */
  const ask = (from) => {
    const box = { __proto__: null }
    try {
      // document.open() does not remove the listeners of this target.
      apply(dispatchEvent, apply(fontsOf, from.document, []), [new CustomEvent(NAME, { detail: box })])
    } catch {
      // A window of another origin; the page cannot reach its functions either.
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

  // Removes the proxy from the stack of an error, so that it begins with the caller of the browser's function.
  const withoutProxy = (error, handler) => {
    // The browser's own errors are extensible; other objects were thrown by the page.
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
          throw withoutProxy(error, handler.apply)
        }
      },
      ...(make && {
        construct(target, args, newTarget) {
          try {
            return make(args, newTarget === proxy ? original : newTarget)
          } catch (error) {
            throw withoutProxy(error, handler.construct)
          }
        },
      }),
    }
    // Frozen, because a page can reach the handler through the stack.
    const proxy = new Proxy(original, freeze(handler))
    keepOriginal(proxy, original)
    return proxy
  }
  stand.shared = kept.shared
  if (own) return stand

  // The source of a proxy has no name, so the source of the original is returned.
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
