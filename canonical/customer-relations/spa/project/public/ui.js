/** A new element, whose text is shown as it is. */
export function make(tag, { id, className, text, ...properties } = {}, ...children) {
  const element = document.createElement(tag);
  if (id) element.id = id;
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  Object.assign(element, properties);
  element.append(...children.filter(Boolean));
  return element;
}

/** Finds elements of a page by their ids. */
export const finder = (page) => (id) => page.querySelector(`#${id}`);

/**
 * Brings the children of an element in line with the records: those that are
 * still the same stay, the others are made anew.
 */
export function syncList(parent, records, makeRow) {
  const old = new Map([...parent.children].map((row) => [row.dataset.record, row]));
  const rows = records.map((record) => {
    const text = JSON.stringify(record);
    const row = old.get(text) ?? makeRow(record);
    row.dataset.record = text;
    return row;
  });
  parent.replaceChildren(...rows);
}

/** Fills a selection list and keeps what was chosen, if it is still there. */
export function syncOptions(select, records, prompt, label) {
  const chosen = select.value;
  select.replaceChildren(
    make('option', { className: 'prompt-option', value: '', text: prompt }),
    ...records.map((record) => make('option', { className: 'choice-option', value: record.id, text: label(record) })),
  );
  select.value = records.some(({ id }) => String(id) === chosen) ? chosen : '';
}

/**
 * Runs what a button does: clears all messages, keeps the button from being
 * pressed twice meanwhile, and shows in the given place why it was refused.
 */
export async function attempt(button, place, action) {
  if (button?.disabled) return;
  if (button) button.disabled = true;
  for (const message of document.querySelectorAll('.message')) message.textContent = '';
  try {
    await action();
  } catch (error) {
    place.textContent = error.message;
  } finally {
    if (button) button.disabled = false;
  }
}

/** Runs an action when a form is submitted, by its button or the Enter key. */
export function onSubmit(form, place, action) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(form.querySelector('button:not([type=button])'), place, action);
  });
}
