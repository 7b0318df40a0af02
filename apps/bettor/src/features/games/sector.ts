/** SVG path data of a ring sector around 0 0, from `from` degrees, `by` degrees wide, clockwise from the top. */
export function sector({ from, by, outer, inner }: { from: number; by: number; outer: number; inner: number }): string {
  const point = (degrees: number, radius: number): string => {
    const radians = ((degrees - 90) * Math.PI) / 180
    return `${(Math.cos(radians) * radius).toFixed(2)} ${(Math.sin(radians) * radius).toFixed(2)}`
  }
  const to = from + by
  return `M${point(from, outer)}A${outer} ${outer} 0 0 1 ${point(to, outer)}L${point(to, inner)}A${inner} ${inner} 0 0 0 ${point(from, inner)}Z`
}
