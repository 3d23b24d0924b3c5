/** Points, with at most two decimals and no zeros at the end. */
export function pointsText(points: number): string {
  return String(Math.round(points * 100) / 100)
}
