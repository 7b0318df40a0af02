/** Whether a text is a colour like #6e5aee. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text)

const partsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours by WCAG 2.2, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** A colour with a part of another, from 0 to 1. */
export function mixed(colour: string, other: string, part: number): string {
  const to = partsOf(other)
  const mix = partsOf(colour).map((from, at) => Math.round(from + ((to[at] ?? 0) - from) * part))
  return `#${mix.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}

const steps = 20

/** The colour with as little of another (`towards`, white or black) as makes it readable on `ground`, at 4.5:1. */
export function readableOn(colour: string, { ground, towards }: { ground: string; towards: string }): string {
  for (let step = 0; step < steps; step++) {
    const one = mixed(colour, towards, step / steps)
    if (contrastOf(one, ground) >= 4.5) return one
  }
  return towards
}
