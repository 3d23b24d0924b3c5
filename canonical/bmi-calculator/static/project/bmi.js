'use strict';

// Decimals are kept as a whole number of BigInt digits and a number of decimal
// places, so that rounding (18.45 -> 18.5) is exact.

/** "70.5" -> { digits: 705n, places: 1 }; null for what is not a number above zero. */
function readPositive(text) {
  const match = /^\+?(?:(\d+)(?:\.(\d*))?|\.(\d+))$/.exec(text.trim());
  if (!match) return null;
  const fraction = match[2] || match[3] || '';
  const digits = BigInt((match[1] || '') + fraction);
  return digits > 0n ? { digits, places: fraction.length } : null;
}

/** The body mass index in tenths, rounded half up. */
function bmiInTenths(weight, height, units) {
  // Metric: kg * 10000 / cm². Imperial: 1 lb is 0.45359237 kg and 1 in is 2.54 cm,
  // so the factor is 0.45359237 * 10000 / 6.4516 = 45359237 / 64516.
  const [factorTop, factorBottom] = units === 'imperial' ? [45359237n, 64516n] : [10000n, 1n];
  const top = 10n * weight.digits * factorTop * 10n ** BigInt(2 * height.places);
  const bottom = height.digits * height.digits * factorBottom * 10n ** BigInt(weight.places);
  return (2n * top + bottom) / (2n * bottom);
}

function categoryOf(tenths) {
  if (tenths < 185n) return 'Underweight';
  if (tenths < 250n) return 'Normal';
  if (tenths < 300n) return 'Overweight';
  return 'Obese';
}

const byId = (id) => document.getElementById(id);

function showNothing() {
  byId('result').hidden = true;
  byId('bmi-value').textContent = '';
  byId('bmi-category').textContent = '';
  byId('message').hidden = true;
  byId('message').textContent = '';
}

function calculate(event) {
  event.preventDefault();
  showNothing();
  const weight = readPositive(byId('weight').value);
  const height = readPositive(byId('height').value);
  const problems = [];
  if (!weight) problems.push('Please enter your weight as a number above zero.');
  if (!height) problems.push('Please enter your height as a number above zero.');
  if (problems.length) {
    byId('message').textContent = problems.join(' ');
    byId('message').hidden = false;
    byId(weight ? 'height' : 'weight').focus();
    return;
  }
  const tenths = bmiInTenths(weight, height, byId('units').value);
  byId('bmi-value').textContent = `${tenths / 10n}.${tenths % 10n}`;
  byId('bmi-category').textContent = categoryOf(tenths);
  byId('result').hidden = false;
}

function showUnits() {
  const imperial = byId('units').value === 'imperial';
  byId('weight-label').textContent = imperial ? 'Weight (lb)' : 'Weight (kg)';
  byId('height-label').textContent = imperial ? 'Height (in)' : 'Height (cm)';
}

byId('bmi-form').addEventListener('submit', calculate);
byId('units').addEventListener('change', () => {
  showUnits();
  showNothing(); // a result for the former units would not fit the fields any more
});
byId('clear-button').addEventListener('click', () => {
  byId('weight').value = '';
  byId('height').value = '';
  showNothing();
  byId('weight').focus();
});
window.addEventListener('pageshow', showUnits);
