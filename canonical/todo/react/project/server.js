import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from './store.js';
import { PRIORITIES, newTaskError, titleError } from './shared/rules.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');
const store = openStore(path.join(here, 'data', 'tasks.json'));
const port = Number(process.env.PORT) || 8000;

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};
const BODY_LIMIT = 1_000_000;

class HttpError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'Content-Type': TYPES['.json'], 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(value));
}

async function readJson(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new HttpError(413, 'That is too long to be kept.');
    chunks.push(chunk);
  }
  let value;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    value = null;
  }
  if (value === null || typeof value !== 'object') throw new HttpError(400, 'JSON expected.');
  return value;
}

async function api(request, response, pathname) {
  const { method } = request;
  const one = /^\/api\/tasks\/(\d+)$/.exec(pathname);
  if (pathname === '/api/tasks' && method === 'GET') {
    // the list is the answer below
  } else if (pathname === '/api/tasks' && method === 'POST') {
    const { title, due, priority } = await readJson(request);
    const error = newTaskError({ title, due });
    if (error) throw new HttpError(400, error);
    if (!PRIORITIES.includes(priority)) throw new HttpError(400, 'Please choose a priority.');
    store.add({ title, due, priority });
  } else if (one && method === 'PATCH') {
    const body = await readJson(request);
    const changes = {};
    if ('title' in body) {
      const error = titleError(body.title);
      if (error) throw new HttpError(400, error);
      changes.title = body.title;
    }
    if ('done' in body) changes.done = body.done === true;
    if (!store.has(Number(one[1]))) throw new HttpError(404, 'This task has been deleted meanwhile.');
    store.change(Number(one[1]), changes);
  } else if (one && method === 'DELETE') {
    store.remove(Number(one[1]));
  } else {
    throw new HttpError(404, 'There is nothing here.');
  }
  sendJson(response, 200, { tasks: store.list() });
}

function sendFile(request, response, pathname) {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new HttpError(405, 'Not allowed.');
  let file = path.join(dist, path.normalize(pathname));
  const inside = file.startsWith(dist + path.sep);
  if (!inside || !fs.statSync(file, { throwIfNoEntry: false })?.isFile()) {
    if (path.extname(pathname)) throw new HttpError(404, 'There is nothing here.');
    file = path.join(dist, 'index.html'); // the pages themselves are told apart in the browser
  }
  const content = fs.readFileSync(file);
  response.writeHead(200, {
    'Content-Type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'Cache-Control': pathname.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache',
  });
  response.end(request.method === 'HEAD' ? undefined : content);
}

const server = http.createServer(async (request, response) => {
  try {
    let pathname;
    try {
      pathname = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    } catch {
      throw new HttpError(400, 'This address cannot be read.');
    }
    if (pathname.startsWith('/api/')) await api(request, response, pathname);
    else sendFile(request, response, pathname);
  } catch (error) {
    if (!(error instanceof HttpError)) console.error(error);
    if (response.headersSent) response.end();
    else sendJson(response, error.status ?? 500, { error: error.status ? error.message : 'The server failed.' });
  }
});

server.listen(port, () => console.log(`To-do list on http://localhost:${port}/`));
