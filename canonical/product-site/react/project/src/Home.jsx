import { useState } from 'react';
import { AnimatePresence, motion } from 'motion/react';
import { ArrowLeft, ArrowRight, Flame, Sparkles, Volume1 } from 'lucide-react';
import { Front, FromAbove, Side } from './pictures.jsx';

const SLIDES = [
  { caption: 'From the front', Picture: Front },
  { caption: 'From the side', Picture: Side },
  { caption: 'From above', Picture: FromAbove },
];
const POINTS = [
  [Flame, 'Even heat', 'Two sensors keep the group head steady from the first cup to the last.'],
  [Volume1, 'Quiet pump', 'A damped pump that lets the rest of the house sleep.'],
  [Sparkles, 'Cleans itself', 'A short rinse after each shot keeps the taste pure.'],
];
const slide = {
  enter: (direction) => ({ x: direction * 90, opacity: 0, scale: 0.96 }),
  center: { x: 0, opacity: 1, scale: 1 },
  exit: (direction) => ({ x: direction * -90, opacity: 0, scale: 0.96 }),
};

function Gallery() {
  const [[index, direction], setSlide] = useState([0, 1]);
  const go = (step) => setSlide(([current]) => [(current + step + SLIDES.length) % SLIDES.length, step]);
  const { caption, Picture } = SLIDES[index];
  return (
    <section id="gallery" className="gallery rounded-3xl border border-line bg-panel/80 p-6 shadow-2xl" aria-roledescription="carousel">
      <div id="gallery-picture" className="gallery-picture relative h-80 overflow-hidden rounded-2xl bg-gradient-to-b from-zinc-800/60 to-ink">
        <AnimatePresence initial={false} custom={direction} mode="popLayout">
          <motion.div key={index} custom={direction} variants={slide} initial="enter" animate="center" exit="exit"
            transition={{ type: 'spring', stiffness: 260, damping: 30, opacity: { duration: 0.2 } }}
            className="absolute inset-0 grid place-items-center">
            <Picture />
          </motion.div>
        </AnimatePresence>
      </div>
      <div className="mt-5 flex items-center justify-between">
        <button id="previous-picture" className="previous-picture grid size-11 cursor-pointer place-items-center rounded-full border border-line transition hover:border-crema hover:text-crema"
          type="button" aria-label="Previous picture" onClick={() => go(-1)}>
          <ArrowLeft className="size-5" />
        </button>
        <div className="text-center">
          <p id="gallery-caption" className="gallery-caption h-6 font-medium" aria-live="polite">
            <AnimatePresence mode="wait" initial={false}>
              <motion.span key={caption} className="inline-block" initial={{ opacity: 0, y: 8 }} animate={{ opacity: 1, y: 0 }}
                exit={{ opacity: 0, y: -8 }} transition={{ duration: 0.18 }}>
                {caption}
              </motion.span>
            </AnimatePresence>
          </p>
          <div className="mt-2 flex justify-center gap-1.5" aria-hidden>
            {SLIDES.map((each, at) => (
              <motion.span key={each.caption} animate={{ width: at === index ? 24 : 6, opacity: at === index ? 1 : 0.35 }}
                className="h-1.5 rounded-full bg-crema" />
            ))}
          </div>
        </div>
        <button id="next-picture" className="next-picture grid size-11 cursor-pointer place-items-center rounded-full border border-line transition hover:border-crema hover:text-crema"
          type="button" aria-label="Next picture" onClick={() => go(1)}>
          <ArrowRight className="size-5" />
        </button>
      </div>
    </section>
  );
}

export default function Home() {
  return (
    <>
      <div className="mb-12 text-center">
        <motion.p initial={{ opacity: 0 }} animate={{ opacity: 1 }} transition={{ delay: 0.15 }}
          className="mb-4 inline-flex items-center gap-2 rounded-full border border-line bg-panel px-3 py-1 text-xs text-zinc-400">
          <span className="size-1.5 animate-pulse rounded-full bg-emerald-400" /> Now brewing
        </motion.p>
        <h1 id="page-heading" className="page-heading shimmer text-6xl font-black tracking-tight">Aurora 3</h1>
        <motion.p initial={{ opacity: 0, y: 10 }} animate={{ opacity: 1, y: 0 }} transition={{ delay: 0.25, duration: 0.4 }}
          className="mx-auto mt-4 max-w-xl text-lg text-zinc-400">
          Café espresso, at home, in the time it takes to find your cup.
        </motion.p>
      </div>
      <Gallery />
      <section className="mt-16 grid gap-5 sm:grid-cols-3">
        {POINTS.map(([Icon, title, text], at) => (
          <motion.article key={title} id={`point-${at}`} className="point rounded-2xl border border-line bg-panel/70 p-6"
            initial={{ opacity: 0, y: 32 }} whileInView={{ opacity: 1, y: 0 }} viewport={{ once: true, amount: 0.4 }}
            transition={{ delay: at * 0.1, duration: 0.4 }} whileHover={{ y: -6 }}>
            <Icon className="size-6 text-crema" aria-hidden />
            <h2 className="mt-4 font-semibold">{title}</h2>
            <p className="mt-2 text-sm leading-relaxed text-zinc-400">{text}</p>
          </motion.article>
        ))}
      </section>
    </>
  );
}
