/** What the harness asks a browser for as a user would: whatever the page does next may be an answer to it. */
const INPUTS = new RegExp(
  '^(' +
    [
      'click|dblclick|tap|hover|check|uncheck|fill|press|type|selectOption|selectText|setInputFiles|focus|blur|dragAndDrop|drop',
      'dispatchEvent|scrollIntoViewIfNeeded|goto|reload|goBack|goForward|setContent|navigate',
      'mouse\\w+|keyboard\\w+|touchscreen\\w+|evaluate\\w*|evalOnSelector\\w*|setViewportSize',
    ].join('|') +
    ')$',
)

/** Whether a message to a driver is an action or a navigation. */
export function isInput(message: object): boolean {
  return 'method' in message && typeof message.method === 'string' && INPUTS.test(message.method)
}
