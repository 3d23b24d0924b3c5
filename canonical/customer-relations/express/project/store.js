'use strict';

// All records, kept in a JSON file of the project's folder.

const fs = require('fs');
const path = require('path');

const FILE = path.join(__dirname, 'data', 'data.json');
const TABLES = ['companies', 'contacts', 'deals', 'activities'];

let data = { lastId: 0, companies: [], contacts: [], deals: [], activities: [] };

try {
  const kept = JSON.parse(fs.readFileSync(FILE, 'utf8'));
  if (!Number.isSafeInteger(kept.lastId) || !TABLES.every((table) => Array.isArray(kept[table]))) {
    throw new Error('not a file of this program');
  }
  data = kept;
} catch (error) {
  if (error.code !== 'ENOENT') {
    // never write over data that could not be read
    console.error(`Cannot read ${FILE}: ${error.message}`);
    process.exit(1);
  }
}

function save() {
  try {
    fs.mkdirSync(path.dirname(FILE), { recursive: true });
    fs.writeFileSync(`${FILE}.new`, JSON.stringify(data));
    fs.renameSync(`${FILE}.new`, FILE);
  } catch (error) {
    console.error(`Cannot write ${FILE}: ${error.message}`);
  }
}

/** The records of a table, in the order in which they were added. */
const all = (table) => data[table];

/** The record with an id (a number or its text), or undefined. */
const find = (table, id) => data[table].find((record) => String(record.id) === String(id));

function add(table, fields) {
  data.lastId += 1;
  data[table].push({ id: data.lastId, ...fields });
  save();
}

function change(record, fields) {
  Object.assign(record, fields);
  save();
}

function deleteCompany(company) {
  data.companies = data.companies.filter((other) => other !== company);
  save();
}

/** With a contact, its activities are deleted. */
function deleteContact(contact) {
  data.contacts = data.contacts.filter((other) => other !== contact);
  data.activities = data.activities.filter((activity) => activity.contactId !== contact.id);
  save();
}

module.exports = { all, find, add, change, deleteCompany, deleteContact };
