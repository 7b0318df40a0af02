/** A sector of a ring around 0 0, from `from` degrees on, `by` degrees wide, clockwise from the top, as the data of an SVG path. */
export function sector({ from, by, outer, inner }: { from: number; by: number; outer: number; inner: number }): string {
  const point = (degrees: number, radius: number): string => {
    const turn = ((degrees - 90) * Math.PI) / 180
    return `${(Math.cos(turn) * radius).toFixed(2)} ${(Math.sin(turn) * radius).toFixed(2)}`
  }
  const to = from + by
  return `M${point(from, outer)}A${outer} ${outer} 0 0 1 ${point(to, outer)}L${point(to, inner)}A${inner} ${inner} 0 0 0 ${point(from, inner)}Z`
}
