import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const STAGES = ['Lead', 'Offer', 'Won', 'Lost'];
export const KINDS = ['Call', 'Meeting', 'Letter'];
const NEXT = { Lead: 'Offer', Offer: 'Won' };

export class Refusal extends Error {
  constructor(status, ...messages) {
    super(messages.join(' '));
    this.status = status;
    this.messages = messages;
  }
}

const fold = (text) => text.normalize('NFC').toLowerCase();
const blank = (text) => text.trim() === '';
const byName = (a, b) => fold(a.name.trim()).localeCompare(fold(b.name.trim()), 'en') || a.id - b.id;
const byDate = (a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.id - b.id);

/** The cents that a text means, or null unless it is above zero with at most two decimals. */
function parseMoney(text) {
  const match = /^(?:(\d{1,30})(?:\.(\d{0,2}))?|\.(\d{1,2}))$/.exec(text.trim());
  if (!match) return null;
  const cents = BigInt((match[1] ?? '0') + (match[2] ?? match[3] ?? '').padEnd(2, '0'));
  return cents > 0n ? cents : null;
}

function showMoney(cents) {
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const sum = (deals) => showMoney(deals.reduce((total, deal) => total + BigInt(deal.cents), 0n));

function isDate(text) {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

const check = (...messages) => {
  const found = messages.filter(Boolean);
  if (found.length) throw new Refusal(422, ...found);
};

/** All data, kept in memory and written to a file after each change. */
export class Crm {
  #file;
  #data = { lastId: 0, companies: [], contacts: [], deals: [], activities: [] };

  constructor(file) {
    this.#file = file;
    try {
      this.#data = JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }

  #save() {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#data));
    renameSync(`${this.#file}.new`, this.#file);
  }

  #add(kind, record) {
    const added = { id: ++this.#data.lastId, ...record };
    this.#data[kind].push(added);
    this.#save();
    return added;
  }

  #find(kind, id) {
    return this.#data[kind].find((record) => record.id === id);
  }

  #get(kind, id) {
    const record = this.#find(kind, id);
    if (!record) throw new Refusal(404, 'This is no longer there.');
    return record;
  }

  // Companies

  companies(search = '') {
    const wanted = fold(search);
    return this.#data.companies
      .filter(({ name, city }) => fold(name).includes(wanted) || fold(city).includes(wanted))
      .sort(byName);
  }

  #checkName(name, id) {
    check(
      blank(name)
        ? 'Please enter a name.'
        : this.#data.companies.some((other) => other.id !== id && fold(other.name.trim()) === fold(name.trim())) &&
            'Another company has this name.',
    );
  }

  addCompany({ name, city }) {
    this.#checkName(name);
    return this.#add('companies', { name, city });
  }

  changeCompany(id, { name, city }) {
    const company = this.#get('companies', id);
    this.#checkName(name, id);
    Object.assign(company, { name, city });
    this.#save();
    return company;
  }

  deleteCompany(id) {
    const company = this.#find('companies', id);
    if (!company) return;
    const has = ['contacts', 'deals'].filter((kind) => this.#data[kind].some(({ companyId }) => companyId === id));
    if (has.length) {
      throw new Refusal(409, `This company has ${has.join(' and ')} and cannot be deleted.`);
    }
    this.#data.companies = this.#data.companies.filter((other) => other !== company);
    this.#save();
  }

  company(id) {
    const company = this.#get('companies', id);
    const contacts = this.contacts().filter(({ companyId }) => companyId === id);
    const deals = this.#data.deals.filter(({ companyId }) => companyId === id);
    const contactIds = new Set(contacts.map((contact) => contact.id));
    return {
      company,
      contacts,
      deals: deals.map((deal) => this.#shownDeal(deal)),
      openSum: sum(deals.filter(({ stage }) => stage in NEXT)),
      wonSum: sum(deals.filter(({ stage }) => stage === 'Won')),
      activities: this.#data.activities
        .filter(({ contactId }) => contactIds.has(contactId))
        .sort(byDate)
        .reverse()
        .map((activity) => this.#shownActivity(activity)),
    };
  }

  // Contacts

  contacts() {
    return this.#data.contacts
      .map((contact) => ({ ...contact, company: this.#find('companies', contact.companyId).name }))
      .sort(byName);
  }

  addContact({ name, email, companyId }) {
    check(
      blank(name) && 'Please enter a name.',
      !/[^\s@]@[^\s@]/.test(email) && 'Please enter an email with an @ inside.',
      !this.#find('companies', companyId) && 'Please choose a company.',
    );
    return this.#add('contacts', { name, email, companyId });
  }

  deleteContact(id) {
    this.#data.contacts = this.#data.contacts.filter((contact) => contact.id !== id);
    this.#data.activities = this.#data.activities.filter(({ contactId }) => contactId !== id);
    this.#save();
  }

  // Deals

  #shownDeal({ id, title, companyId, cents, stage }) {
    return {
      id,
      title,
      companyId,
      company: this.#find('companies', companyId).name,
      value: showMoney(cents),
      stage,
      open: stage in NEXT,
    };
  }

  deals() {
    return {
      deals: this.#data.deals.map((deal) => this.#shownDeal(deal)),
      stages: STAGES.map((stage) => {
        const deals = this.#data.deals.filter((deal) => deal.stage === stage);
        return { stage, count: deals.length, sum: sum(deals) };
      }),
    };
  }

  addDeal({ title, companyId, value }) {
    const cents = parseMoney(value);
    check(
      blank(title) && 'Please enter a title.',
      !this.#find('companies', companyId) && 'Please choose a company.',
      cents === null && 'Please enter a value above zero with at most two decimals.',
    );
    return this.#shownDeal(this.#add('deals', { title, companyId, cents: String(cents), stage: 'Lead' }));
  }

  /** Moves a deal on, unless somebody else has done so since the reader saw it. */
  moveDeal(id, from, lose) {
    const deal = this.#get('deals', id);
    if (deal.stage !== from || !(from in NEXT)) throw new Refusal(409, 'This deal has changed in the meantime.');
    deal.stage = lose ? 'Lost' : NEXT[from];
    this.#save();
    return this.#shownDeal(deal);
  }

  // Activities

  #shownActivity({ id, date, kind, contactId, note, done }) {
    return { id, date, kind, contactId, contact: this.#find('contacts', contactId).name, note, done };
  }

  openActivities() {
    return this.#data.activities
      .filter(({ done }) => !done)
      .sort(byDate)
      .map((activity) => this.#shownActivity(activity));
  }

  addActivity({ contactId, kind, date, note }) {
    check(
      !this.#find('contacts', contactId) && 'Please choose a contact.',
      !KINDS.includes(kind) && 'Please choose a kind.',
      !isDate(date) && 'Please enter a date.',
      blank(note) && 'Please enter a note.',
    );
    return this.#add('activities', { contactId, kind, date, note, done: false });
  }

  finishActivity(id) {
    this.#get('activities', id).done = true;
    this.#save();
  }
}
