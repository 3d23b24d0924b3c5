import { converterPage } from './converter.js';
import { ratesPage } from './rates.js';

const PAGES = {
  '#/': { title: 'Currency converter', make: converterPage },
  '#/rates': { title: 'Exchange rates', make: ratesPage },
};

function route() {
  const page = PAGES[location.hash] ?? PAGES['#/'];
  document.title = page.title;
  // Every visit makes a page of its own, so that a late answer can only reach the page that asked.
  document.getElementById('app').replaceChildren(...page.make());
}

window.addEventListener('hashchange', route);
route();
