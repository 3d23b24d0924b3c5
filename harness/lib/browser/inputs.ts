/**
 * What the harness asks a browser for as a user would: whatever the page does next may be an answer to it. Scripts are none of
 * it: the harness reads by them, in a world of their own.
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
