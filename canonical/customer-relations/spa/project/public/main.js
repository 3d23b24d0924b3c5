import { activitiesPage } from './pages/activities.js';
import { companiesPage } from './pages/companies.js';
import { companyPage } from './pages/company.js';
import { contactsPage } from './pages/contacts.js';
import { dealsPage } from './pages/deals.js';

const routes = [
  [/^\/(?:companies)?$/, 'nav-companies', companiesPage],
  [/^\/companies\/(\d+)$/, 'nav-companies', companyPage],
  [/^\/contacts$/, 'nav-contacts', contactsPage],
  [/^\/deals$/, 'nav-deals', dealsPage],
  [/^\/activities$/, 'nav-activities', activitiesPage],
];

const main = document.getElementById('main');

/** Shows the page that the address names after its #, such as #/companies?search=x. */
function show() {
  const url = new URL(location.hash.slice(1) || '/', 'http://page');
  const [pattern, nav, page] = routes.find(([pattern]) => pattern.test(url.pathname)) ?? [];

  for (const link of document.querySelectorAll('.nav-link')) {
    if (link.id === nav) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }

  // Each page gets an element of its own, so that late answers reach no other page.
  const element = document.createElement('div');
  element.id = 'page';
  element.className = 'page';
  main.replaceChildren(element);
  if (page) page(element, { id: Number(pattern.exec(url.pathname)[1]), query: url.searchParams });
  else element.innerHTML = '<h1 id="page-heading" class="page-heading">There is no such page</h1>';
  scrollTo(0, 0);
}

addEventListener('popstate', show);
show();
