import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from './store.js';
import {
  MEALS, amountValid, byName, caloriesValid, isDay, parseGoal, sameName, weekOf,
} from './shared/rules.js';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = join(root, 'dist');
const store = openStore(join(root, 'data', 'tracker.json'));
const { data } = store;

class Refusal extends Error {
  constructor(status, messages) {
    super(messages.join(' '));
    this.status = status;
    this.messages = messages;
  }
}

const refuseIfAny = (messages) => {
  if (messages.length) throw new Refusal(422, messages);
};

const text = (value) => (typeof value === 'string' ? value : '');

function entriesOf(days) {
  const foods = new Map(data.foods.map((food) => [food.id, food]));
  return data.entries
    .filter((entry) => days.includes(entry.day))
    .map((entry) => {
      const food = foods.get(entry.foodId);
      return { ...entry, food: food.name, calories: food.calories };
    });
}

function checkedDay(day) {
  if (!isDay(day)) throw new Refusal(422, ['Please choose a date.']);
  return day;
}

const routes = [
  ['GET', /^\/api\/foods$/, () => ({ foods: [...data.foods].sort(byName) })],

  ['POST', /^\/api\/foods$/, (_, body) => {
    const name = text(body.name);
    const calories = text(body.calories);
    const messages = [];
    if (name.trim() === '') messages.push('Please enter a name.');
    else if (data.foods.some((food) => sameName(food.name, name))) messages.push('This name is already taken.');
    if (!caloriesValid(calories)) messages.push('Please enter the calories, a number from 0 to 900.');
    refuseIfAny(messages);
    const food = { id: store.newId(), name, calories };
    data.foods.push(food);
    store.save();
    return { food };
  }],

  ['DELETE', /^\/api\/foods\/(\d+)$/, ([id]) => {
    const index = data.foods.findIndex((food) => food.id === Number(id));
    if (index < 0) return {};
    if (data.entries.some((entry) => entry.foodId === Number(id))) {
      throw new Refusal(409, [`“${data.foods[index].name}” has been eaten and cannot be deleted.`]);
    }
    data.foods.splice(index, 1);
    store.save();
    return {};
  }],

  ['GET', /^\/api\/days\/([^/]+)$/, ([day]) => {
    checkedDay(day);
    return {
      day,
      goal: data.goal,
      foods: [...data.foods].sort(byName).map(({ id, name }) => ({ id, name })),
      entries: entriesOf([day]),
    };
  }],

  ['POST', /^\/api\/days\/([^/]+)\/entries$/, ([day], body) => {
    checkedDay(day);
    const amount = text(body.amount);
    const messages = [];
    if (!MEALS.includes(body.meal)) messages.push('Please choose a meal.');
    if (!data.foods.some((food) => food.id === body.foodId)) messages.push('Please choose a food.');
    if (!amountValid(amount)) {
      messages.push('Please enter the amount in grams, a number above 0 and up to 5000.');
    }
    refuseIfAny(messages);
    const entry = { id: store.newId(), day, meal: body.meal, foodId: body.foodId, amount: amount.trim() };
    data.entries.push(entry);
    store.save();
    return { entry };
  }],

  ['DELETE', /^\/api\/entries\/(\d+)$/, ([id]) => {
    const index = data.entries.findIndex((entry) => entry.id === Number(id));
    if (index >= 0) {
      data.entries.splice(index, 1);
      store.save();
    }
    return {};
  }],

  ['PUT', /^\/api\/goal$/, (_, body) => {
    const goal = parseGoal(body.goal);
    if (goal === null) throw new Refusal(422, ['The goal must be a whole number from 1 to 9999.']);
    data.goal = goal;
    store.save();
    return { goal };
  }],

  ['GET', /^\/api\/weeks\/([^/]+)$/, ([day]) => {
    const days = weekOf(checkedDay(day));
    return { days, goal: data.goal, entries: entriesOf(days) };
  }],
];

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > 100_000) throw new Refusal(413, ['That is too long.']);
    chunks.push(chunk);
  }
  if (!size) return {};
  try {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return body !== null && typeof body === 'object' ? body : {};
  } catch {
    throw new Refusal(400, ['The request is not valid JSON.']);
  }
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

async function answerApi(request, response, path) {
  try {
    for (const [method, pattern, action] of routes) {
      const match = method === request.method && pattern.exec(path);
      if (!match) continue;
      const body = method === 'GET' ? {} : await readBody(request);
      return sendJson(response, 200, action(match.slice(1), body));
    }
    sendJson(response, 404, { messages: ['There is nothing at this address.'] });
  } catch (error) {
    if (error instanceof Refusal) return sendJson(response, error.status, { messages: error.messages });
    console.error(error);
    sendJson(response, 500, { messages: ['Something went wrong on the server.'] });
  }
}

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

async function answerFile(request, response, path) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405);
    return response.end();
  }
  const file = normalize(join(dist, path));
  if (extname(path) && file.startsWith(dist + sep)) {
    try {
      const content = await readFile(file);
      response.writeHead(200, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
      return response.end(content);
    } catch {
      response.writeHead(404);
      return response.end('Not found');
    }
  }
  const page = await readFile(join(dist, 'index.html'));
  response.writeHead(200, { 'content-type': TYPES['.html'], 'cache-control': 'no-cache' });
  response.end(page);
}

const server = createServer((request, response) => {
  let path;
  try {
    path = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
  } catch {
    response.writeHead(400);
    return response.end();
  }
  const answer = path.startsWith('/api/') ? answerApi : answerFile;
  answer(request, response, path).catch((error) => {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    response.end('Something went wrong. Has the website been built (npm run build)?');
  });
});

const port = Number(process.env.PORT) || 8000;
server.listen(port, () => console.log(`Calorie tracker on http://localhost:${port}`));
