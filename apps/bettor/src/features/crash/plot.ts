export type Box = { width: number; height: number }
export type Point = readonly [x: number, y: number]

const growthPerMs = 0.00006
/** The multiplier after a flight of `ms`, not rounded: for drawing only. */
const growth = (ms: number): number => Math.exp(growthPerMs * ms)
/** The duration of a flight up to a multiplier, in milliseconds. */
const msAt = (multiplier: number): number => Math.log(Math.max(1, multiplier)) / growthPerMs

/** The head of the curve stops at this share of the width and height. */
const headAt = { x: 0.83, y: 0.7 }
/** The smallest time and multiplier that the plot covers; a longer flight rescales it. */
const coveredMin = { ms: 8000, multiplier: 1.6 }
/** A target up to this multiplier is in the plot from the start; a higher one would make the start of each flight a flat line. */
const coveredTargetMax = 6
/** A target is drawn below this share of the width and height. */
const targetAt = 0.94
const stepsMax = 60

export type Plot = {
  box: Box
  /** The multiplier and the milliseconds at the top and the right edge. */
  top: number
  endMs: number
  x: (ms: number) => number
  y: (multiplier: number) => number
}

/**
 * The scale of a flight of `ms` in a box of pixels: 0 s and 1.00 in the lower left corner. The targets (multipliers) are inside, unless they
 * are far away.
 */
export function plotOf(ms: number, { box, targets }: { box: Box; targets: readonly number[] }): Plot {
  const covered = targets.filter((target) => target <= coveredTargetMax)
  const now = Math.max(growth(ms), coveredMin.multiplier)
  const span = Math.max((now - 1) / headAt.y, ...covered.map((target) => (target - 1) / targetAt))
  const endMs = Math.max(Math.max(ms, coveredMin.ms) / headAt.x, ...covered.map((target) => msAt(target) / targetAt))
  return {
    box,
    top: 1 + span,
    endMs,
    x: (at) => (at / endMs) * box.width,
    y: (multiplier) => box.height - ((multiplier - 1) / span) * box.height,
  }
}

/** The curve between two moments of a flight, in pixels. */
export function curveOf(plot: Plot, { fromMs = 0, toMs }: { fromMs?: number; toMs: number }): Point[] {
  const steps = Math.max(1, Math.min(stepsMax, Math.ceil((toMs - fromMs) / 100)))
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = fromMs + ((toMs - fromMs) * step) / steps
    return [plot.x(at), plot.y(growth(at))] as const
  })
}

/** The path that a flight of `ms` still has to a target, up to the edge of the plot; undefined once it is there. */
export function pathTo(plot: Plot, { ms, target }: { ms: number; target: number }): Point[] | undefined {
  const toMs = Math.min(msAt(target), msAt(plot.top), plot.endMs)
  return toMs > ms && growth(ms) < target ? curveOf(plot, { fromMs: ms, toMs }) : undefined
}

/** The place of a multiplier on the curve. */
export const placeOf = (plot: Plot, multiplier: number): Point => [plot.x(msAt(multiplier)), plot.y(multiplier)]

export type Tick = { at: number; text: string }
const linesMax = 5
const secondsMax = 6

/** The multipliers of the horizontal lines, from 1 up: at most six, at round numbers. */
export function multiplierTicks({ top }: Plot): Tick[] {
  const step = stepOf((top - 1) / linesMax)
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const lines = step > 1 ? [1, ...ticksUpTo(top, step).slice(1)] : ticksUpTo(top - 1, step).map((above) => 1 + above)
  return lines.map((at) => ({ at, text: `${at.toFixed(decimals)}×` }))
}

/** The milliseconds of the marks of time, from 0: at most six after it, at whole seconds. */
export function timeTicks({ endMs }: Plot): Tick[] {
  const step = Math.max(1, stepOf(endMs / 1000 / secondsMax))
  return ticksUpTo(endMs / 1000, step).map((seconds) => ({ at: seconds * 1000, text: `${seconds} s` }))
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `least`. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5].map((times) => times * power).find((step) => step >= least - 1e-9) ?? 10 * power
}

const ticksUpTo = (end: number, step: number): number[] =>
  Array.from({ length: Math.floor(end / step + 1e-9) + 1 }, (_, at) => at * step)
