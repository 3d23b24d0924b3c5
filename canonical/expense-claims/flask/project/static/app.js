import { ApiError, call } from './api.js';
import { h } from './dom.js';
import { approvalsView, claimsView, claimView, signInView } from './views.js';

const header = document.getElementById('site-header');
const main = document.getElementById('main');

const routes = [
  [/^\/$/, claimsView],
  [/^\/approvals$/, approvalsView],
  [/^\/claims\/(\d+)$/, claimView],
];

let showing = 0; // counts what was shown, so that answers that come too late are dropped
let me = null;

function showHeader() {
  const nav = (id, href, text) =>
    h('a', { id, class: 'nav-link', href, 'aria-current': href === location.pathname && 'page' }, text);
  header.replaceChildren(
    h('span', { id: 'site-name', class: 'site-name' }, 'Expense claims'),
    ...(me
      ? [
          h('nav', { id: 'site-nav', class: 'site-nav' },
            nav('nav-claims', '/', 'My claims'),
            me.approver && nav('nav-approvals', '/approvals', 'Claims to approve')),
          h('span', { id: 'signed-in', class: 'signed-in' },
            h('span', { id: 'user-name', class: 'user-name' }, me.name),
            h('button', { id: 'sign-out', class: 'sign-out', type: 'button', onclick: signOut }, 'Sign out')),
        ]
      : []),
  );
}

async function signOut() {
  await call('DELETE', '/api/session').catch(() => {});
  me = null;
  history.pushState(null, '', '/');
  await app.show();
}

/** Puts the view for the address in place, once all that it needs is there. */
async function render() {
  const mine = ++showing;
  let content;
  try {
    const [pattern, view] = routes.find(([pattern]) => pattern.test(location.pathname)) ?? [];
    if (!view) throw new ApiError(404, 'There is no such page.');
    content = await view(app, ...pattern.exec(location.pathname).slice(1));
  } catch (error) {
    if (mine !== showing) return;
    if (error.status === 401) {
      me = null;
      content = signInView(app);
    } else {
      // Whoever sees this must have signed in as well.
      if (!me && error.status === 404) await app.load('/api/claims').catch(() => {});
      if (mine !== showing) return;
      content = me || error.status !== 404
        ? [h('h1', { id: 'page-heading', class: 'page-heading' }, error.message)]
        : signInView(app);
    }
  }
  if (mine !== showing) return;
  showHeader();
  main.replaceChildren(...content.filter(Boolean));
}

const app = {
  /** What the server says, which also tells who has signed in. */
  async load(path) {
    const answer = await call('GET', path);
    me = answer.me;
    return answer;
  },

  async change(method, path, body) {
    try {
      return await call(method, path, body);
    } catch (error) {
      if (error.status === 401) await app.show();
      throw error;
    }
  },

  /** Shows another page. */
  async show() {
    main.replaceChildren();
    showHeader();
    await render();
    scrollTo(0, 0);
  },

  /** Shows the same page with what has changed. */
  refresh: render,

  async go(address) {
    if (address !== location.pathname) history.pushState(null, '', address);
    await app.show();
  },
};

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="/"]');
  if (!link || event.defaultPrevented || event.button) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  app.go(link.getAttribute('href'));
});

addEventListener('popstate', () => app.show());
app.show();
