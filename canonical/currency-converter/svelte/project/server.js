import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CURRENCIES, DECIMAL, quote } from './money.js';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');
const file = path.join(here, 'data', 'state.json');
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };

let state = { rates: { USD: '1.10', GBP: '0.85', JPY: '160', CHF: '0.95' }, history: [] };
if (fs.existsSync(file)) state = JSON.parse(fs.readFileSync(file, 'utf8'));

function keep(next) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.tmp`, JSON.stringify(next));
  fs.renameSync(`${file}.tmp`, file);
  state = next;
}

const API = {
  'GET /api/state': () => [200, state],
  'POST /api/convert': ({ amount, from, to }) => {
    const typed = String(amount ?? '').trim();
    if (!DECIMAL.test(typed)) return [422, { error: 'Please enter an amount of zero or more.' }];
    if (![from, to].every((each) => CURRENCIES.includes(each))) return [422, { error: 'Unknown currency.' }];
    const { result, rate } = quote(typed, from, to, state.rates);
    const line = { id: crypto.randomUUID(), text: `${typed} ${from} = ${result}` };
    keep({ ...state, history: [line, ...state.history].slice(0, 5) });
    return [200, { result, rate, history: state.history }];
  },
  'PUT /api/rates': (body) => {
    const rates = {};
    for (const code of Object.keys(state.rates)) {
      rates[code] = String(body[code] ?? '').trim();
      if (!DECIMAL.test(rates[code]) || !(Number(rates[code]) > 0)) {
        return [422, { error: `The rate of ${code} must be a number above zero.` }];
      }
    }
    keep({ ...state, rates });
    return [200, { rates }];
  },
};

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > 10_000) break;
  }
  try {
    return JSON.parse(text || '{}') ?? {};
  } catch {
    return {};
  }
}

http.createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname.startsWith('/api/')) {
    const handle = API[`${request.method} ${pathname}`] ?? (() => [404, { error: 'Not found.' }]);
    const [status, value] = handle(await bodyOf(request));
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
    return response.end(JSON.stringify(value));
  }
  const wanted = path.join(dist, path.normalize(pathname));
  const found = wanted.startsWith(dist + path.sep) && fs.statSync(wanted, { throwIfNoEntry: false })?.isFile();
  const served = found ? wanted : path.join(dist, 'index.html');
  response.writeHead(200, { 'Content-Type': TYPES[path.extname(served)] ?? 'application/octet-stream' });
  fs.createReadStream(served).pipe(response);
}).listen(Number(process.env.PORT) || 8000);
