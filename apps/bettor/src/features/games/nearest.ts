/** The middle of something on the screen. */
export type Point = { readonly x: number; readonly y: number }
export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'

/** Smaller distances than this are not a step: neighbours in a row are rarely aligned to the pixel. */
const stepMin = 4

/** The point that an arrow key leads to: the nearest in its direction, where a step aside counts three times; `from` if there is none. */
export function nearestPoint(points: readonly Point[], from: number, arrow: Arrow): number {
  const start = points[from]
  if (!start) return from
  const isAcross = arrow === 'ArrowLeft' || arrow === 'ArrowRight'
  const sign = arrow === 'ArrowLeft' || arrow === 'ArrowUp' ? -1 : 1
  let [best, least] = [from, Infinity]
  for (const [at, { x, y }] of points.entries()) {
    const ahead = sign * (isAcross ? x - start.x : y - start.y)
    const cost = ahead + 3 * Math.abs(isAcross ? y - start.y : x - start.x)
    if (ahead >= stepMin && cost < least) [best, least] = [at, cost]
  }
  return best
}
