import { useState } from 'react';
import * as Accordion from '@radix-ui/react-accordion';
import { AnimatePresence, motion } from 'motion/react';
import { ChevronDown } from 'lucide-react';

const QUESTIONS = [
  ['tank', 'How large is the tank?', 'The tank holds 1.8 litres, enough for about thirty cups.'],
  ['heat', 'How long does it take to heat up?', 'It is ready after 40 seconds, from cold.'],
  ['capsules', 'Does it take capsules?', 'No. It takes ground coffee, as fine as you like it.'],
];

export default function Features() {
  const [open, setOpen] = useState([]);
  return (
    <div className="mx-auto max-w-2xl">
      <h1 id="page-heading" className="page-heading text-4xl font-bold tracking-tight">Features</h1>
      <p className="mt-3 text-zinc-400">What people ask us most.</p>
      <Accordion.Root type="multiple" value={open} onValueChange={setOpen} className="questions mt-8 space-y-3" id="questions">
        {QUESTIONS.map(([id, question, answer], at) => (
          <motion.div key={id} initial={{ opacity: 0, x: -24 }} whileInView={{ opacity: 1, x: 0 }} viewport={{ once: true }}
            transition={{ delay: at * 0.08 }}>
            <Accordion.Item value={id} className="question-item overflow-hidden rounded-2xl border border-line bg-panel/80">
              <Accordion.Header>
                <Accordion.Trigger id={`question-${id}`}
                  className="question group flex w-full cursor-pointer items-center justify-between px-5 py-4 text-left font-medium transition-colors hover:bg-white/5">
                  {question}
                  <ChevronDown className="size-5 text-zinc-500 transition-transform duration-300 group-data-[state=open]:rotate-180" aria-hidden />
                </Accordion.Trigger>
              </Accordion.Header>
              <AnimatePresence initial={false}>
                {open.includes(id) && (
                  <Accordion.Content forceMount asChild>
                    <motion.div id={`answer-${id}`} className="answer overflow-hidden text-zinc-400"
                      initial={{ height: 0, opacity: 0 }} animate={{ height: 'auto', opacity: 1 }} exit={{ height: 0, opacity: 0 }}>
                      <p className="px-5 pb-5">{answer}</p>
                    </motion.div>
                  </Accordion.Content>
                )}
              </AnimatePresence>
            </Accordion.Item>
          </motion.div>
        ))}
      </Accordion.Root>
    </div>
  );
}
