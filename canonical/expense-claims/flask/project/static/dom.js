/** A new element: h('a', { id: 'x', onclick: f }, 'text', child, …). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A paragraph for messages, which is hidden as long as it is empty. */
export const message = (id) => h('p', { id, class: 'message', role: 'alert' });

/**
 * Runs an action of the user: clears all messages, keeps the button from being
 * pressed twice and says in the given place why the action was refused.
 */
export async function attempt(button, place, action) {
  if (button.disabled) return;
  button.disabled = true;
  for (const other of document.querySelectorAll('.message')) other.textContent = '';
  try {
    await action();
  } catch (error) {
    place.textContent = error.message;
  } finally {
    button.disabled = false;
  }
}

export function labelled(id, text, input) {
  return h('label', { id: `${id}-label`, class: 'field-label', for: id }, text, input);
}
