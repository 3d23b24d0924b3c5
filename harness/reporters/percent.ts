/** `97.4%`, or a dash where nothing was judged. All and nothing are said only where they are so. */
export function percent(score: number | null): string {
  if (score === null) return '–'
  const rounded = Math.round(score * 1000) / 10
  const shown = score === 0 || score === 1 ? rounded : Math.min(99.9, Math.max(0.1, rounded))
  return `${shown.toFixed(1)}%`
}
