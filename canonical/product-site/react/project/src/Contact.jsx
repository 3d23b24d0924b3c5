import { useState } from 'react';
import { AnimatePresence, motion } from 'motion/react';
import { CircleCheck, LoaderCircle, Send } from 'lucide-react';
import { toast } from 'sonner';

const EMPTY = { name: '', email: '', message: '' };

function problems({ name, email, message }) {
  const found = [];
  if (!name.trim()) found.push('Please tell us your name.');
  if (!/^[^@]+@[^@]+$/.test(email.trim())) found.push('Please give an email address such as mia@example.org.');
  if ([...message].length < 10) found.push('Please write a message of at least 10 characters.');
  return found;
}

export default function Contact() {
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState([]);
  const [thanks, setThanks] = useState('');
  const [sending, setSending] = useState(false);
  const bind = (name) => ({
    id: `contact-${name}`,
    value: fields[name],
    onChange: (event) => setFields({ ...fields, [name]: event.target.value }),
  });

  async function send(event) {
    event.preventDefault();
    const found = problems(fields);
    setErrors(found);
    setThanks('');
    if (found.length > 0) return;
    setSending(true);
    await new Promise((done) => setTimeout(done, 300));
    setSending(false);
    setThanks(`Thank you, ${fields.name.trim()}`);
    setFields(EMPTY);
    toast.success('On its way to us');
  }

  return (
    <div className="mx-auto max-w-xl">
      <h1 id="page-heading" className="page-heading text-4xl font-bold tracking-tight">Contact</h1>
      <p className="mt-3 text-zinc-400">We answer within a day.</p>
      <form id="contact-form" className="contact-form mt-8 space-y-5 rounded-3xl border border-line bg-panel/80 p-6 shadow-2xl" onSubmit={send} noValidate>
        <div>
          <label htmlFor="contact-name" className="mb-1.5 block text-sm text-zinc-400">Name</label>
          <input {...bind('name')} className="contact-name field" autoComplete="name" placeholder="Mia" />
        </div>
        <div>
          <label htmlFor="contact-email" className="mb-1.5 block text-sm text-zinc-400">Email</label>
          <input {...bind('email')} className="contact-email field" type="email" autoComplete="email" placeholder="mia@example.org" />
        </div>
        <div>
          <label htmlFor="contact-message" className="mb-1.5 block text-sm text-zinc-400">Message</label>
          <textarea {...bind('message')} className="contact-message field" rows="5" />
        </div>
        <motion.button whileTap={{ scale: 0.97 }} id="send-message" className="send-message primary w-full" type="submit" disabled={sending}>
          {sending ? <LoaderCircle className="size-4 animate-spin" /> : <Send className="size-4" />} Send
        </motion.button>
        <AnimatePresence>
          {errors.length > 0 && (
            <motion.ul id="contact-error" role="alert" className="contact-error space-y-1 rounded-xl border border-rose-500/40 bg-rose-500/10 px-4 py-3 text-rose-300"
              initial={{ opacity: 0, height: 0 }} animate={{ opacity: 1, height: 'auto' }} exit={{ opacity: 0, height: 0 }}>
              {errors.map((error) => <li key={error}>{error}</li>)}
            </motion.ul>
          )}
          {thanks && (
            <motion.p id="contact-thanks" role="status" className="contact-thanks flex items-center gap-2 rounded-xl border border-emerald-500/40 bg-emerald-500/10 px-4 py-3 text-emerald-300"
              initial={{ opacity: 0, scale: 0.95 }} animate={{ opacity: 1, scale: 1 }} exit={{ opacity: 0 }}>
              <CircleCheck className="size-5" aria-hidden /> {thanks}
            </motion.p>
          )}
        </AnimatePresence>
      </form>
    </div>
  );
}
