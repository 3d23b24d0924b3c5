import { AnimatePresence, motion, useScroll, useSpring } from 'motion/react';
import { Coffee } from 'lucide-react';
import { NavLink, Route, Routes, useLocation } from 'react-router-dom';
import { Toaster } from 'sonner';
import Contact from './Contact.jsx';
import Features from './Features.jsx';
import Home from './Home.jsx';
import Prices from './Prices.jsx';

const PAGES = [['/', 'Home'], ['/features', 'Features'], ['/prices', 'Prices'], ['/contact', 'Contact']];

function Header() {
  const { scrollYProgress } = useScroll();
  const scaleX = useSpring(scrollYProgress, { stiffness: 200, damping: 40 });
  return (
    <header id="site-header" className="site-header sticky top-0 z-30 border-b border-line/60 bg-ink/90">
      <div className="mx-auto flex max-w-5xl items-center justify-between px-6 py-4">
        <span id="brand" className="brand flex items-center gap-2 font-semibold tracking-tight">
          <Coffee className="size-5 text-crema" aria-hidden />
          <span className="relative flex size-2">
            <span className="absolute size-full animate-ping rounded-full bg-emerald-400 opacity-75" />
            <span className="size-2 rounded-full bg-emerald-500" />
          </span>
        </span>
        <nav id="main-nav" className="main-nav flex gap-1" aria-label="Pages">
          {PAGES.map(([to, name]) => (
            <NavLink key={to} to={to} end id={`nav-${name.toLowerCase()}`}
              className="nav-link relative rounded-lg px-3 py-1.5 text-sm text-zinc-400 transition-colors duration-200 hover:text-white">
              {({ isActive }) => (
                <>
                  {isActive && (
                    <motion.span layoutId="nav-pill" className="absolute inset-0 rounded-lg bg-white/10"
                      transition={{ type: 'spring', stiffness: 380, damping: 32 }} />
                  )}
                  <span className={`relative ${isActive ? 'text-white' : ''}`}>{name}</span>
                </>
              )}
            </NavLink>
          ))}
        </nav>
      </div>
      <motion.div style={{ scaleX }} className="h-px origin-left bg-crema" />
    </header>
  );
}

export default function App() {
  const location = useLocation();
  return (
    <div className="relative overflow-x-clip">
      <div aria-hidden className="pointer-events-none fixed inset-0 -z-10 overflow-hidden">
        <div className="absolute -top-40 left-1/4 size-[34rem] rounded-full bg-radial from-crema/25 to-transparent to-70%" />
        <div className="absolute bottom-0 right-0 size-[28rem] rounded-full bg-radial from-indigo-500/25 to-transparent to-70%" />
      </div>
      <Header />
      <AnimatePresence mode="wait">
        <motion.main key={location.pathname} className="mx-auto max-w-5xl px-6 py-14"
          initial={{ opacity: 0, y: 16 }} animate={{ opacity: 1, y: 0 }} exit={{ opacity: 0, y: -12 }}>
          <Routes location={location}>
            <Route path="/" element={<Home />} />
            <Route path="/features" element={<Features />} />
            <Route path="/prices" element={<Prices />} />
            <Route path="/contact" element={<Contact />} />
          </Routes>
        </motion.main>
      </AnimatePresence>
      <footer id="site-footer" className="site-footer border-t border-line/60 py-8 text-center text-sm text-zinc-500">
        Made for slow mornings.
      </footer>
      <Toaster theme="dark" position="bottom-right" richColors />
    </div>
  );
}
