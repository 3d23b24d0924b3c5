import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Crm, Refusal } from './crm.js';

const root = fileURLToPath(new URL('.', import.meta.url));
const files = join(root, 'public');
const crm = new Crm(join(root, 'data', 'crm.json'));

const text = (value) => (typeof value === 'string' ? value : '');

const routes = [
  ['GET', '/api/companies', ({ query }) => ({ companies: crm.companies(query.get('search') ?? '') })],
  ['POST', '/api/companies', ({ body }) => crm.addCompany({ name: text(body.name), city: text(body.city) })],
  ['GET', '/api/companies/:id', ({ id }) => crm.company(id)],
  ['PUT', '/api/companies/:id', ({ id, body }) => crm.changeCompany(id, { name: text(body.name), city: text(body.city) })],
  ['DELETE', '/api/companies/:id', ({ id }) => crm.deleteCompany(id)],
  ['GET', '/api/contacts', () => ({ contacts: crm.contacts() })],
  ['POST', '/api/contacts', ({ body }) =>
    crm.addContact({ name: text(body.name), email: text(body.email), companyId: body.companyId })],
  ['DELETE', '/api/contacts/:id', ({ id }) => crm.deleteContact(id)],
  ['GET', '/api/deals', () => crm.deals()],
  ['POST', '/api/deals', ({ body }) =>
    crm.addDeal({ title: text(body.title), companyId: body.companyId, value: text(body.value) })],
  ['POST', '/api/deals/:id/advance', ({ id, body }) => crm.moveDeal(id, body.from, false)],
  ['POST', '/api/deals/:id/lose', ({ id, body }) => crm.moveDeal(id, body.from, true)],
  ['GET', '/api/activities', () => ({ activities: crm.openActivities() })],
  ['POST', '/api/activities', ({ body }) =>
    crm.addActivity({ contactId: body.contactId, kind: body.kind, date: text(body.date), note: text(body.note) })],
  ['POST', '/api/activities/:id/done', ({ id }) => crm.finishActivity(id)],
].map(([method, path, action]) => [method, new RegExp(`^${path.replace(':id', '(\\d+)')}$`), action]);

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > 1_000_000) throw new Refusal(413, 'That is too long.');
    chunks.push(chunk);
  }
  if (!size) return {};
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return body !== null && typeof body === 'object' ? body : {};
  } catch {
    throw new Refusal(400, 'The request is not valid JSON.');
  }
}

async function answerApi(request, url) {
  for (const [method, pattern, action] of routes) {
    const match = method === request.method && pattern.exec(url.pathname);
    if (!match) continue;
    const body = method === 'GET' ? {} : await readBody(request);
    return action({ id: Number(match[1]), body, query: url.searchParams }) ?? {};
  }
  throw new Refusal(404, 'There is nothing at this address.');
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

async function answerFile(response, pathname) {
  const file = join(files, pathname === '/' ? 'index.html' : decodeURIComponent(pathname));
  try {
    if (!file.startsWith(files + sep)) throw new Error('outside');
    const content = await readFile(file);
    response.writeHead(200, {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
    });
    response.end(content);
  } catch {
    response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' });
    response.end('Not found');
  }
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(value));
}

const server = createServer(async (request, response) => {
  try {
    const url = new URL(request.url, 'http://localhost');
    if (!url.pathname.startsWith('/api/')) return await answerFile(response, url.pathname);
    sendJson(response, 200, await answerApi(request, url));
  } catch (error) {
    if (error instanceof Refusal) return sendJson(response, error.status, { messages: error.messages });
    console.error(error);
    if (!response.headersSent) sendJson(response, 500, { messages: ['Something went wrong on the server.'] });
  }
});

const port = Number(process.env.PORT) || 8000;
server.listen(port, () => console.log(`Customer relations on http://localhost:${port}`));
