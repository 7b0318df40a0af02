export type Point = readonly [x: number, y: number]

/** At most `most` of the points, evenly chosen, with the first and the last. */
export function thinned(points: readonly Point[], most: number): readonly Point[] {
  if (points.length <= most) return points
  const step = (points.length - 1) / (most - 1)
  return Array.from({ length: most }, (_, at) => points[Math.round(at * step)] ?? points[0] ?? [0, 0])
}

/**
 * Points scaled to a box in pixels, the lowest value at the bottom. A flat line is in the middle; points that are no finite
 * numbers are left out.
 */
export function fitted(
  points: readonly Point[],
  { width, height, margin }: { width: number; height: number; margin: number },
): Point[] {
  const finite = points.filter((point) => point.every(Number.isFinite))
  const [xs, ys] = [finite.map(([x]) => x), finite.map(([, y]) => y)]
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const within = (value: number, from: number, to: number): number => (to === from ? 0.5 : (value - from) / (to - from))
  return finite.map(([x, y]) => [
    margin + within(x, left, right) * (width - 2 * margin),
    margin + (1 - within(y, low, high)) * (height - 2 * margin),
  ])
}
