const current = $state({ path: location.pathname, date: dateOfAddress() });

function dateOfAddress() {
  return new URLSearchParams(location.search).get('date') ?? '';
}

function update() {
  current.path = location.pathname;
  current.date = dateOfAddress();
}

addEventListener('popstate', update);

export const route = {
  get path() {
    return current.path;
  },
  get date() {
    return current.date;
  },
};

export function navigate(address) {
  if (address !== location.pathname + location.search) history.pushState(null, '', address);
  update();
}

/** An action for links inside the application. */
export function link(node) {
  const onclick = (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(node.getAttribute('href'));
  };
  node.addEventListener('click', onclick);
  return { destroy: () => node.removeEventListener('click', onclick) };
}
