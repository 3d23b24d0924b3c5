// Exact arithmetic on decimals, as BigInt with a scale: floats would round 1.005 the wrong way.
export const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF'];
export const DECIMAL = /^(?:\d+\.?\d*|\.\d+)$/;

function parse(text) {
  const [whole, fraction = ''] = text.split('.');
  return { digits: BigInt(`${whole}${fraction}` || '0'), scale: BigInt(fraction.length) };
}

/** amount × to ÷ from, rounded half up to so many decimals. */
function convert(amount, from, to, decimals) {
  const [a, f, t] = [amount, from, to].map(parse);
  const numerator = a.digits * t.digits * 10n ** (f.scale + BigInt(decimals));
  const denominator = f.digits * 10n ** (a.scale + t.scale);
  const rounded = String((2n * numerator + denominator) / (2n * denominator)).padStart(decimals + 1, '0');
  return decimals === 0 ? rounded : `${rounded.slice(0, -decimals)}.${rounded.slice(-decimals)}`;
}

export function quote(amount, from, to, rates) {
  const all = { EUR: '1', ...rates };
  return {
    result: `${convert(amount, all[from], all[to], to === 'JPY' ? 0 : 2)} ${to}`,
    rate: `1 ${from} = ${convert('1', all[from], all[to], 4)} ${to}`,
  };
}
