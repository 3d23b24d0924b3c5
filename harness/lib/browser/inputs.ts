/**
 * Messages that act on a page as a user would: what the page does next may be its reaction. Scripts are not among them: the
 * harness only reads with them, in an isolated world.
 */
const INPUTS = new RegExp(
  '^(' +
    [
      'click|dblclick|tap|hover|check|uncheck|fill|press|type|selectOption|selectText|setInputFiles|focus|blur|dragAndDrop|drop',
      'dispatchEvent|scrollIntoViewIfNeeded|goto|reload|goBack|goForward|setContent|navigate',
      'mouse\\w+|keyboard\\w+|touchscreen\\w+|setViewportSize',
    ].join('|') +
    ')$',
)

/** Whether a message to a driver is an action or a navigation. */
export function isInput(message: object): boolean {
  return 'method' in message && typeof message.method === 'string' && INPUTS.test(message.method)
}
