// Makes an element: h('p', { id: 'x', class: 'y', onclick: f }, 'text', otherElement)
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// A field with its label above or before it.
export function labelled(text, field) {
  return h('label', { class: 'field', for: field.id },
    h('span', { id: `${field.id}-label`, class: 'field-label' }, text), field);
}

export async function call(method, path, body) {
  let response;
  let answer;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
    answer = await response.json();
  } catch {
    throw new Error('The server cannot be reached. Please try again.');
  }
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
