/** Points, with at most two decimals and no zeros at the end. */
export function pointsText(points: number): string {
  return String(Math.round(points * 100) / 100)
}

/** `1 point`, `2.5 points` */
export function pluralisePoints(points: number): string {
  return `${pointsText(points)} ${points === 1 ? 'point' : 'points'}`
}
