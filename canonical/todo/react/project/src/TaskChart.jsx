const WIDTH = 280;
const HEIGHT = 220;
const BASE = 185;
const TALLEST = 150;
const BAR_WIDTH = 80;

// Two bars, drawn from the two numbers and nothing else.
export default function TaskChart({ open, done }) {
  const scale = TALLEST / Math.max(open, done, 1);
  const bars = [
    { name: 'open', label: 'Open', value: open, x: 40 },
    { name: 'done', label: 'Done', value: done, x: 160 },
  ];
  return (
    <svg id="task-chart" className="task-chart" role="img" width={WIDTH} height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-label={`Bar chart: ${open} open and ${done} done`}>
      {bars.map(({ name, label, value, x }) => (
        <g key={name}>
          <rect id={`chart-bar-${name}`} className={`chart-bar chart-bar-${name}`}
            x={x} y={BASE - value * scale} width={BAR_WIDTH} height={value * scale} />
          <text className="chart-value" x={x + BAR_WIDTH / 2} y={BASE - value * scale - 8}>{value}</text>
          <text className="chart-label" x={x + BAR_WIDTH / 2} y={BASE + 22}>{label}</text>
        </g>
      ))}
      <line className="chart-axis" x1="20" x2={WIDTH - 20} y1={BASE} y2={BASE} />
    </svg>
  );
}
