import { useId } from 'react';

/** The body's colours and a little steam, which the three pictures share. */
function Canvas({ children, steam = [] }) {
  const id = useId();
  return (
    <svg viewBox="0 0 320 260" className="picture h-72" role="img" aria-label="Aurora 3">
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#e4e4e7" />
          <stop offset="1" stopColor="#71717a" />
        </linearGradient>
      </defs>
      {children(`url(#${id})`)}
      {steam.map(([x, y], at) => (
        <path key={at} d={`M${x} ${y} q-6 -10 0 -20 t0 -20`} stroke="#fff" strokeWidth="3" fill="none"
          className="animate-steam" style={{ animationDelay: `${at * 0.6}s` }} />
      ))}
    </svg>
  );
}

export function Front() {
  return (
    <Canvas steam={[[150, 165], [170, 165]]}>
      {(metal) => (
        <>
          <rect x="60" y="30" width="200" height="70" rx="16" fill={metal} />
          <circle cx="100" cy="65" r="18" fill="#18181b" stroke="#f2b35e" strokeWidth="4" />
          <rect x="190" y="55" width="46" height="20" rx="10" fill="#18181b" />
          <rect x="80" y="100" width="160" height="100" fill="#27272a" />
          <rect x="130" y="100" width="60" height="22" rx="6" fill={metal} />
          <path d="M142 172 h36 l-5 28 h-26 z" fill="#fafafa" />
          <rect x="50" y="200" width="220" height="34" rx="10" fill={metal} />
        </>
      )}
    </Canvas>
  );
}

export function Side() {
  return (
    <Canvas steam={[[92, 170]]}>
      {(metal) => (
        <>
          <path d="M70 40 q0 -12 14 -12 h150 q26 0 26 26 v180 h-110 v-130 h-80 z" fill={metal} />
          <rect x="196" y="60" width="46" height="120" rx="10" fill="#38bdf8" opacity=".55" />
          <path d="M64 110 h70 v16 h-46 q-24 0 -24 -16" fill="#18181b" />
          <path d="M76 178 h32 l-5 26 h-22 z" fill="#fafafa" />
          <rect x="50" y="206" width="212" height="28" rx="10" fill="#3f3f46" />
        </>
      )}
    </Canvas>
  );
}

export function FromAbove() {
  return (
    <Canvas>
      {(metal) => (
        <>
          <rect x="60" y="40" width="200" height="180" rx="28" fill={metal} />
          <rect x="84" y="62" width="152" height="60" rx="12" fill="#38bdf8" opacity=".55" />
          <circle cx="112" cy="172" r="24" fill="#fafafa" />
          <circle cx="112" cy="172" r="17" fill="#6f4518" />
          <circle cx="172" cy="172" r="24" fill="#fafafa" />
          <circle cx="172" cy="172" r="17" fill="#6f4518" />
          <circle cx="224" cy="172" r="10" fill="#f2b35e" />
        </>
      )}
    </Canvas>
  );
}
