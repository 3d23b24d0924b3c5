'use strict';

const path = require('path');
const express = require('express');
const store = require('./store');
const rules = require('./rules');
const views = require('./views');

const app = express();
app.disable('x-powered-by');
app.set('query parser', 'simple');
app.use(express.static(path.join(__dirname, 'public')));
app.use(express.urlencoded({ extended: false }));
app.use((req, res, next) => {
  res.set('Cache-Control', 'no-store'); // so that "back" never shows old names
  next();
});

const text = (value) => (typeof value === 'string' ? value : '');

/** The named fields of the submitted form as texts, exactly as they were typed. */
const typedIn = (req, ...names) => Object.fromEntries(names.map((name) => [name, text((req.body || {})[name])]));

/** Makes a handler that gets the record with the id of the address, or gives "not found". */
const withRecord = (table, handler) => (req, res, next) => {
  const record = store.find(table, req.params.id);
  if (record) handler(req, res, record);
  else next();
};

app.get('/', (req, res) => res.redirect('/companies'));

// --- companies ---

/** Why the company of the query (?refused=id) cannot be deleted. */
function reasonsToKeep(id) {
  const company = store.find('companies', id);
  if (!company) return [];
  const used = ['contacts', 'deals'].filter((table) => store.all(table).some((record) => record.companyId === company.id));
  return used.length ? [`This company was not deleted because it still has ${used.join(' and ')}.`] : [];
}

app.get('/companies', (req, res) => {
  res.send(views.companiesPage({ query: text(req.query.q), problems: reasonsToKeep(text(req.query.refused)) }));
});

app.post('/companies', (req, res) => {
  const typed = typedIn(req, 'name', 'city');
  const problems = rules.problemsOfCompany(typed);
  if (problems.length) return res.status(422).send(views.companiesPage({ typed, problems }));
  store.add('companies', typed);
  res.redirect(303, '/companies');
});

app.get('/companies/:id', withRecord('companies', (req, res, company) => {
  res.send(views.companyPage(company));
}));

app.get('/companies/:id/edit', withRecord('companies', (req, res, company) => {
  res.send(views.companyFormPage({ company }));
}));

app.post('/companies/:id/edit', withRecord('companies', (req, res, company) => {
  const typed = typedIn(req, 'name', 'city');
  const problems = rules.problemsOfCompany(typed, company);
  if (problems.length) return res.status(422).send(views.companyFormPage({ company, typed, problems }));
  store.change(company, typed);
  res.redirect(303, '/companies');
}));

app.post('/companies/:id/delete', withRecord('companies', (req, res, company) => {
  const query = new URLSearchParams();
  const { q } = typedIn(req, 'q');
  if (q) query.set('q', q); // back to the same search
  if (reasonsToKeep(company.id).length) query.set('refused', company.id);
  else store.deleteCompany(company);
  res.redirect(303, query.size ? `/companies?${query}` : '/companies');
}));

// --- contacts ---

app.get('/contacts', (req, res) => res.send(views.contactsPage({})));

app.post('/contacts', (req, res) => {
  const typed = typedIn(req, 'name', 'email', 'company');
  const problems = rules.problemsOfContact(typed);
  if (problems.length) return res.status(422).send(views.contactsPage({ typed, problems }));
  store.add('contacts', { name: typed.name, email: typed.email, companyId: Number(typed.company) });
  res.redirect(303, '/contacts');
});

app.post('/contacts/:id/delete', withRecord('contacts', (req, res, contact) => {
  store.deleteContact(contact);
  res.redirect(303, '/contacts');
}));

// --- deals ---

app.get('/deals', (req, res) => res.send(views.dealsPage({})));

app.post('/deals', (req, res) => {
  const typed = typedIn(req, 'title', 'company', 'value');
  const problems = rules.problemsOfDeal(typed);
  if (problems.length) return res.status(422).send(views.dealsPage({ typed, problems }));
  store.add('deals', {
    title: typed.title,
    companyId: Number(typed.company),
    value: rules.parseValue(typed.value),
    stage: 'Lead',
  });
  res.redirect(303, '/deals');
});

/** Moves a deal on, unless its stage is no longer the one that the user saw (a double click, an old page). */
const moveDeal = (stageAfter) => withRecord('deals', (req, res, deal) => {
  const { stage } = typedIn(req, 'stage');
  if (rules.isOpenDeal(deal) && stage === deal.stage) store.change(deal, { stage: stageAfter(deal) });
  res.redirect(303, '/deals');
});

app.post('/deals/:id/advance', moveDeal((deal) => rules.NEXT_STAGE[deal.stage]));
app.post('/deals/:id/lose', moveDeal(() => 'Lost'));

// --- activities ---

app.get('/activities', (req, res) => res.send(views.activitiesPage({})));

app.post('/activities', (req, res) => {
  const typed = typedIn(req, 'contact', 'kind', 'date', 'note');
  const problems = rules.problemsOfActivity(typed);
  if (problems.length) return res.status(422).send(views.activitiesPage({ typed, problems }));
  const { contact, kind, date, note } = typed;
  store.add('activities', { contactId: Number(contact), kind, date, note, done: false });
  res.redirect(303, '/activities');
});

app.post('/activities/:id/done', withRecord('activities', (req, res, activity) => {
  store.change(activity, { done: true });
  res.redirect(303, '/activities');
}));

// --- everything else ---

app.use((req, res) => {
  res.status(404).send(views.errorPage('Not found', 'This page does not exist, or what it showed has been deleted.'));
});

// eslint-disable-next-line no-unused-vars
app.use((error, req, res, next) => {
  const status = error.status >= 400 && error.status < 500 ? error.status : 500;
  if (status === 500) console.error(error);
  res.status(status).send(views.errorPage('Not possible', 'The server could not handle this request.'));
});

const port = Number(process.env.PORT) || 8000;
app.listen(port, () => console.log(`Customer relations on http://localhost:${port}/`));
