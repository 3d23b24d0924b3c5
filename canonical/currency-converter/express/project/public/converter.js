'use strict';

const byId = (id) => document.getElementById(id);
let latestRequest = 0;

function show({ result = '', rate = '', message = '' }) {
  byId('result').textContent = result;
  byId('rate').textContent = rate;
  byId('outcome').hidden = !result;
  byId('message').textContent = message;
  byId('message').hidden = !message;
}

function showHistory(lines) {
  byId('history').replaceChildren(...lines.map((line, i) => {
    const item = document.createElement('li');
    item.id = `conversion-${i + 1}`;
    item.className = 'conversion';
    item.textContent = line;
    return item;
  }));
  byId('no-conversions').hidden = lines.length > 0;
}

byId('converter-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const request = ++latestRequest;
  let answer;
  try {
    const response = await fetch('/api/conversions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        amount: byId('amount').value,
        from: byId('from-currency').value,
        to: byId('to-currency').value,
      }),
    });
    answer = await response.json();
  } catch {
    answer = { message: 'The server does not answer, so the amount was not converted.' };
  }
  if (request !== latestRequest) return; // a later press has been made meanwhile
  show(answer);
  if (answer.history) showHistory(answer.history);
});

byId('swap-button').addEventListener('click', () => {
  const from = byId('from-currency');
  const to = byId('to-currency');
  [from.value, to.value] = [to.value, from.value];
});
