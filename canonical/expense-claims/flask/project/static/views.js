import { call } from './api.js';
import { attempt, h, labelled, message } from './dom.js';

/** The form for those who have not signed in. */
export function signInView(app) {
  const name = h('input', { id: 'sign-in-name', class: 'field', type: 'text', autocomplete: 'username', autocapitalize: 'none' });
  const password = h('input', { id: 'sign-in-password', class: 'field', type: 'password', autocomplete: 'current-password' });
  const button = h('button', { id: 'sign-in-button', class: 'main-button' }, 'Sign in');
  const place = message('sign-in-message');
  const onsubmit = (event) => {
    event.preventDefault();
    attempt(button, place, async () => {
      await call('POST', '/api/session', { name: name.value, password: password.value });
      await app.show();
    });
  };
  return [
    h('h1', { id: 'page-heading', class: 'page-heading' }, 'Sign in'),
    h('form', { id: 'sign-in-form', class: 'card form', novalidate: true, onsubmit },
      labelled('sign-in-name', 'Name', name),
      labelled('sign-in-password', 'Password', password),
      button,
      place),
  ];
}

/** All own claims, their approved sum and the form for another one. */
export async function claimsView(app) {
  const { claims, approvedSum } = await app.load('/api/claims');
  const title = h('input', { id: 'new-claim-title', class: 'field wide', type: 'text', autocomplete: 'off' });
  const button = h('button', { id: 'new-claim-button', class: 'main-button' }, 'Begin draft');
  const place = message('new-claim-message');
  const onsubmit = (event) => {
    event.preventDefault();
    attempt(button, place, async () => {
      const { claim } = await app.change('POST', '/api/claims', { title: title.value });
      await app.go(`/claims/${claim.id}`);
    });
  };
  return [
    h('h1', { id: 'page-heading', class: 'page-heading' }, 'My claims'),
    h('section', { id: 'new-claim', class: 'card' },
      h('h2', { id: 'new-claim-heading', class: 'section-heading' }, 'New claim'),
      h('form', { id: 'new-claim-form', class: 'form', novalidate: true, onsubmit },
        labelled('new-claim-title', 'Title', title),
        button,
        place)),
    h('section', { id: 'claims', class: 'card' },
      claims.length === 0 && h('p', { id: 'claims-empty', class: 'empty' }, 'You have no claims yet.'),
      claims.length > 0 && h('table', { id: 'claims-table', class: 'table' },
        h('thead', {}, h('tr', { class: 'table-head' },
          h('th', {}, 'Title'), h('th', { class: 'number' }, 'Total'), h('th', {}, 'State'))),
        h('tbody', { id: 'claims-list' }, claims.map((claim) =>
          h('tr', { id: `claim-${claim.id}`, class: 'claim-row' },
            h('td', {}, h('a', { id: `claim-${claim.id}-link`, class: 'claim-link typed', href: `/claims/${claim.id}` }, claim.title)),
            h('td', { id: `claim-${claim.id}-total`, class: 'claim-row-total number' }, claim.total),
            h('td', { id: `claim-${claim.id}-state`, class: `claim-row-state state-${claim.state.toLowerCase()}` }, claim.state))))),
      h('p', { id: 'approved-sum-line', class: 'sum-line' },
        'Sum of my approved claims: ',
        h('span', { id: 'approved-sum', class: 'approved-sum' }, approvedSum))),
  ];
}

/** What waits for the approval of the reader. */
export async function approvalsView(app) {
  const { claims } = await app.load('/api/approvals');
  return [
    h('h1', { id: 'page-heading', class: 'page-heading' }, 'Claims to approve'),
    h('section', { id: 'approvals', class: 'card' },
      claims.length === 0 && h('p', { id: 'approvals-empty', class: 'empty' }, 'Nothing waits for you.'),
      claims.length > 0 && h('table', { id: 'approvals-table', class: 'table' },
        h('thead', {}, h('tr', { class: 'table-head' },
          h('th', {}, 'Claimant'), h('th', {}, 'Title'), h('th', { class: 'number' }, 'Total'))),
        h('tbody', { id: 'approvals-list' }, claims.map((claim) =>
          h('tr', { id: `approval-${claim.id}`, class: 'approval-row' },
            h('td', { id: `approval-${claim.id}-claimant`, class: 'approval-claimant' }, claim.claimant),
            h('td', {}, h('a', { id: `approval-${claim.id}-link`, class: 'approval-link typed', href: `/claims/${claim.id}` }, claim.title)),
            h('td', { id: `approval-${claim.id}-total`, class: 'approval-total number' }, claim.total)))))),
  ];
}

/** One claim, with what the reader may do to it. */
export async function claimView(app, id) {
  const { claim } = await app.load(`/api/claims/${id}`);
  return [
    h('h1', { id: 'claim-title', class: 'page-heading claim-title typed' }, claim.title),
    h('section', { id: 'claim-facts', class: 'card' },
      h('dl', { id: 'claim-fact-list', class: 'facts' },
        h('dt', {}, 'Claimant'), h('dd', { id: 'claim-claimant', class: 'claim-claimant' }, claim.claimant),
        h('dt', {}, 'State'), h('dd', {}, h('span', { id: 'claim-state', class: `claim-state state-${claim.state.toLowerCase()}` }, claim.state)),
        h('dt', {}, 'Total'), h('dd', { id: 'claim-total', class: 'claim-total' }, claim.total)),
      decisions(claim)),
    itemsSection(app, claim),
    claim.mayEdit && itemForm(app, claim),
    claim.mayEdit && submitSection(app, claim),
    claim.mayDecide && decisionSection(app, claim),
  ];
}

function decisions({ approvals, rejection }) {
  if (!approvals.length && !rejection) return null;
  return h('ul', { id: 'decision-list', class: 'decision-list' },
    approvals.map((name) =>
      h('li', { id: `approval-by-${name}`, class: 'decision approval' }, `Approved by ${name}`)),
    rejection && h('li', { id: 'rejection', class: 'decision rejection' },
      'Rejected by ',
      h('span', { id: 'rejection-by', class: 'rejection-by' }, rejection.by),
      ': ',
      h('span', { id: 'rejection-reason', class: 'rejection-reason typed' }, rejection.reason)));
}

function itemsSection(app, claim) {
  const place = message('item-list-message');
  const remove = (item) => (event) =>
    attempt(event.currentTarget, place, async () => {
      await app.change('DELETE', `/api/claims/${claim.id}/items/${item.id}`);
      await app.refresh();
    });
  return h('section', { id: 'items', class: 'card' },
    h('h2', { id: 'items-heading', class: 'section-heading' }, 'Items'),
    place,
    claim.items.length === 0 && h('p', { id: 'items-empty', class: 'empty' }, 'There are none yet.'),
    claim.items.length > 0 && h('table', { id: 'items-table', class: 'table' },
      h('thead', {}, h('tr', { class: 'table-head' },
        h('th', {}, 'Date'), h('th', {}, 'Description'), h('th', { class: 'number' }, 'Amount'), claim.mayEdit && h('th', {}))),
      h('tbody', { id: 'items-list' }, claim.items.map((item) =>
        h('tr', { id: `item-${item.id}`, class: 'item-row' },
          h('td', { id: `item-${item.id}-date`, class: 'item-date' }, item.date),
          h('td', { id: `item-${item.id}-description`, class: 'item-description typed' }, item.description),
          h('td', { id: `item-${item.id}-amount`, class: 'item-amount number' }, item.amount),
          claim.mayEdit && h('td', { class: 'number' },
            h('button', { id: `item-${item.id}-remove`, class: 'item-remove quiet-button', type: 'button', onclick: remove(item) }, 'Remove')))))));
}

function itemForm(app, claim) {
  const date = h('input', { id: 'item-date', class: 'field', type: 'date', max: '9999-12-31' });
  const description = h('input', { id: 'item-description', class: 'field', type: 'text', autocomplete: 'off' });
  const amount = h('input', { id: 'item-amount', class: 'field', type: 'text', inputmode: 'decimal', autocomplete: 'off' });
  const button = h('button', { id: 'add-item-button', class: 'main-button' }, 'Add item');
  const place = message('item-form-message');
  const onsubmit = (event) => {
    event.preventDefault();
    attempt(button, place, async () => {
      await app.change('POST', `/api/claims/${claim.id}/items`, {
        date: date.value,
        description: description.value,
        amount: amount.value,
      });
      await app.refresh();
    });
  };
  return h('section', { id: 'add-item', class: 'card' },
    h('h2', { id: 'add-item-heading', class: 'section-heading' }, 'Add an item'),
    h('form', { id: 'item-form', class: 'form', novalidate: true, onsubmit },
      labelled('item-date', 'Date', date),
      labelled('item-description', 'Description', description),
      labelled('item-amount', 'Amount', amount),
      button,
      place));
}

function submitSection(app, claim) {
  const place = message('submit-message');
  const onclick = (event) =>
    attempt(event.currentTarget, place, async () => {
      await app.change('POST', `/api/claims/${claim.id}/submission`, {});
      await app.refresh();
    });
  return h('section', { id: 'submit', class: 'card form' },
    h('button', { id: 'submit-button', class: 'main-button', type: 'button', onclick }, 'Submit'),
    place);
}

function decisionSection(app, claim) {
  const { submission } = claim;
  const place = message('decision-message');
  const reason = h('input', { id: 'reject-reason', class: 'field wide', type: 'text', autocomplete: 'off' });
  const reject = h('button', { id: 'reject-button', class: 'quiet-button' }, 'Reject');
  const onapprove = (event) =>
    attempt(event.currentTarget, place, async () => {
      await app.change('POST', `/api/claims/${claim.id}/approval`, { submission });
      await app.refresh();
    });
  const onsubmit = (event) => {
    event.preventDefault();
    attempt(reject, place, async () => {
      await app.change('POST', `/api/claims/${claim.id}/rejection`, { submission, reason: reason.value });
      await app.refresh();
    });
  };
  return h('section', { id: 'decision', class: 'card' },
    h('h2', { id: 'decision-heading', class: 'section-heading' }, 'Your decision'),
    h('div', { id: 'decision-line', class: 'form' },
      h('button', { id: 'approve-button', class: 'main-button', type: 'button', onclick: onapprove }, 'Approve'),
      h('form', { id: 'reject-form', class: 'form', novalidate: true, onsubmit },
        labelled('reject-reason', 'Reason', reason),
        reject)),
    place);
}
