'use strict';

const form = document.getElementById('rates-form');
const message = document.getElementById('message');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  let text;
  let refused = true;
  try {
    const response = await fetch('/api/rates', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
    });
    text = (await response.json()).message;
    refused = !response.ok;
  } catch {
    text = 'The server does not answer, so no rate was changed.';
  }
  message.textContent = text;
  message.classList.toggle('error', refused);
  message.hidden = false;
});
