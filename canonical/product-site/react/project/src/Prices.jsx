import { useEffect, useState } from 'react';
import * as Select from '@radix-ui/react-select';
import { AnimatePresence, animate, motion, useMotionValue, useTransform } from 'motion/react';
import { Check, ChevronDown, TriangleAlert } from 'lucide-react';

const MODELS = { Basic: 22000, Plus: 33300, Pro: 50000 }; // cents

function quote(model, quantity) {
  const full = MODELS[model] * quantity;
  const price = quantity >= 5 ? (full * 9) / 10 : full;
  const shipping = price >= 100000 ? 0 : 1990;
  return { price, shipping, total: price + shipping };
}

/** Counts up from the sum that was shown before. */
function Sum({ id, cents }) {
  const value = useMotionValue(0);
  const text = useTransform(value, (now) => `${(Math.round(now) / 100).toFixed(2)} EUR`);
  useEffect(() => animate(value, cents, { duration: 0.6, ease: 'easeOut' }).stop, [cents, value]);
  return <motion.span id={id} className={`${id} font-mono tabular-nums`}>{text}</motion.span>;
}

function ModelSelect({ value, onChange }) {
  return (
    <Select.Root value={value} onValueChange={onChange}>
      <Select.Trigger id="model" aria-label="Model" className="model field flex cursor-pointer items-center justify-between">
        <Select.Value />
        <Select.Icon><ChevronDown className="size-4 text-zinc-500" /></Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content position="popper" sideOffset={6}
          className="model-list z-40 w-(--radix-select-trigger-width) overflow-hidden rounded-xl border border-line bg-panel p-1 shadow-2xl">
          <Select.Viewport>
            {Object.entries(MODELS).map(([name, cents]) => (
              <Select.Item key={name} value={name} id={`model-${name.toLowerCase()}`}
                className="model-option flex cursor-pointer items-center justify-between rounded-lg px-3 py-2 outline-none data-[highlighted]:bg-white/10">
                <Select.ItemText>{`${name} (${cents / 100} EUR)`}</Select.ItemText>
                <Select.ItemIndicator><Check className="size-4 text-crema" /></Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}

export default function Prices() {
  const [model, setModel] = useState('Basic');
  const [quantity, setQuantity] = useState('1');
  const [result, setResult] = useState(null);

  function compute(event) {
    event.preventDefault();
    const wanted = /^\d+$/.test(quantity.trim()) ? Number(quantity) : 0;
    if (wanted < 1 || wanted > 20) setResult({ error: 'The quantity must be a whole number from 1 to 20.' });
    else setResult(quote(model, wanted));
  }

  return (
    <div className="mx-auto max-w-xl">
      <h1 id="page-heading" className="page-heading text-4xl font-bold tracking-tight">Prices</h1>
      <p className="mt-3 text-zinc-400">Order more and save. Large orders travel free.</p>
      <form id="price-form" className="price-form mt-8 rounded-3xl border border-line bg-panel/80 p-6 shadow-2xl" onSubmit={compute} noValidate>
        <label htmlFor="model" className="mb-1.5 block text-sm text-zinc-400">Model</label>
        <ModelSelect value={model} onChange={setModel} />
        <label htmlFor="quantity" className="mt-5 mb-1.5 block text-sm text-zinc-400">Quantity</label>
        <input id="quantity" className="quantity field" type="number" min="1" max="20" step="1" value={quantity}
          onChange={(event) => setQuantity(event.target.value)} />
        <motion.button whileTap={{ scale: 0.97 }} id="compute-price" className="compute-price primary mt-6 w-full" type="submit">
          Show the price
        </motion.button>
        <AnimatePresence mode="wait">
          {result?.error && (
            <motion.p key="error" id="quantity-error" role="alert"
              className="quantity-error mt-5 flex items-center gap-2 rounded-xl border border-rose-500/40 bg-rose-500/10 px-4 py-3 text-rose-300"
              initial={{ opacity: 0, x: 0 }} animate={{ opacity: 1, x: [0, -6, 6, -3, 0] }} exit={{ opacity: 0 }}>
              <TriangleAlert className="size-4 shrink-0" aria-hidden /> {result.error}
            </motion.p>
          )}
          {result && !result.error && (
            <motion.dl key="sums" className="sums mt-6 space-y-2 overflow-hidden" initial={{ opacity: 0, height: 0 }}
              animate={{ opacity: 1, height: 'auto' }} exit={{ opacity: 0, height: 0 }}>
              {[['price', 'Machines'], ['shipping', 'Shipping'], ['total', 'Total']].map(([id, name]) => (
                <div key={id} className={`flex justify-between ${id === 'total' ? 'border-t border-line pt-3 text-xl font-bold' : 'text-zinc-400'}`}>
                  <dt>{name}</dt>
                  <dd><Sum id={`${id}-text`} cents={result[id]} /></dd>
                </div>
              ))}
            </motion.dl>
          )}
        </AnimatePresence>
      </form>
    </div>
  );
}
