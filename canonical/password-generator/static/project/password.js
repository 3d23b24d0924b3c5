'use strict';

const KINDS = {
  'small-letters': 'abcdefghijklmnopqrstuvwxyz',
  'capital-letters': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'digits': '0123456789',
  'symbols': '!#$%&*+-=?@',
};
const LOOK_ALIKES = 'lIO10';
const SHORTEST = 8;
const LONGEST = 64;

const byId = (id) => document.getElementById(id);

/** A random whole number from 0 to below `count` (at most 256), each equally likely. */
function randomBelow(count) {
  const limit = 256 - (256 % count);
  const byte = new Uint8Array(1);
  do crypto.getRandomValues(byte); while (byte[0] >= limit);
  return byte[0] % count;
}

/**
 * Draws whole passwords until one holds a character of each kind, so that all the
 * allowed passwords are equally likely.
 */
function makePassword(length, kinds) {
  const pool = kinds.join('');
  for (;;) {
    let password = '';
    for (let i = 0; i < length; i++) password += pool[randomBelow(pool.length)];
    if (kinds.every((kind) => [...password].some((c) => kind.includes(c)))) return password;
  }
}

/** length * log2(poolSize) against 50 and 80, compared exactly as poolSize^length against powers of two. */
function strengthOf(length, poolSize) {
  const possibilities = BigInt(poolSize) ** BigInt(length);
  if (possibilities < 2n ** 50n) return 'weak';
  if (possibilities < 2n ** 80n) return 'fair';
  return 'strong';
}

function readLength() {
  const text = byId('length').value.trim();
  const length = Number(text);
  return text !== '' && Number.isInteger(length) && length >= SHORTEST && length <= LONGEST ? length : null;
}

function readKinds() {
  const leaveOut = byId('no-look-alikes').checked ? LOOK_ALIKES : '';
  return Object.keys(KINDS)
    .filter((id) => byId(id).checked)
    .map((id) => [...KINDS[id]].filter((c) => !leaveOut.includes(c)).join(''));
}

function show(password, strength, message) {
  byId('password').textContent = password;
  byId('strength').textContent = strength;
  byId('result').hidden = !password;
  byId('message').textContent = message;
  byId('message').hidden = !message;
}

byId('password-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const length = readLength();
  const kinds = readKinds();
  const problems = [];
  if (length === null) problems.push(`The length must be a whole number from ${SHORTEST} to ${LONGEST}.`);
  if (kinds.length === 0) problems.push('Please tick at least one kind of characters.');
  if (problems.length) {
    show('', '', problems.join(' '));
  } else {
    show(makePassword(length, kinds), strengthOf(length, kinds.join('').length), '');
  }
});
