import type { CrashState } from '@nare/contract/crash'
import type { CanvasSize } from '@nare/ui/canvas'
import { curveOf, type CurvePoint } from './flight.ts'

type Flight = { round: CrashState | undefined; ms: number; isDisconnected: boolean }
type Colours = Record<'primary' | 'accent' | 'down' | 'line' | 'bg' | 'text3', string>

const names: Readonly<Record<keyof Colours, string>> = {
  primary: '--primary',
  accent: '--accent',
  down: '--down',
  line: '--line',
  bg: '--bg',
  text3: '--text-3',
}
const headPx = 7

/** Draws a flight: the horizontal lines, the curve with the area below it, and its head, which is a cross after the crash. */
export function drawFlight(
  context: CanvasRenderingContext2D,
  size: CanvasSize,
  { round, ms, isDisconnected }: Flight,
): void {
  const { width, height } = size
  const colours = coloursOf(context.canvas)
  drawLines(context, size, colours.line)
  if (!round?.started_at || round.phase === 'betting' || (isDisconnected && round.phase === 'flying')) return
  const points = curveOf(ms, { width, height: height - 2 })
  const isCrashed = round.phase === 'crashed'
  drawCurve(context, points, { height, colour: isCrashed ? colours.down : colours.primary })
  drawHead(context, points.at(-1) ?? [0, height], { ...colours, height, isCrashed })
}

function coloursOf(canvas: HTMLCanvasElement): Colours {
  const style = getComputedStyle(canvas)
  const read = Object.entries(names).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  return Object.fromEntries(read) as Colours
}

function drawLines(context: CanvasRenderingContext2D, { width, height }: CanvasSize, line: string) {
  context.strokeStyle = line
  context.lineWidth = 1
  for (const at of [0.42, 0.64, 0.86]) {
    const y = Math.round(height * at) + 0.5
    context.beginPath()
    context.moveTo(0, y)
    context.lineTo(width, y)
    context.stroke()
  }
}

function drawCurve(
  context: CanvasRenderingContext2D,
  points: readonly CurvePoint[],
  { height, colour }: { height: number; colour: string },
): void {
  const [headX] = points.at(-1) ?? [0]
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.lineTo(headX, height)
  context.lineTo(0, height)
  context.fillStyle = colour
  context.globalAlpha = 0.16
  context.fill()
  context.globalAlpha = 1
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.strokeStyle = colour
  context.lineWidth = 4
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.stroke()
}

function drawHead(
  context: CanvasRenderingContext2D,
  [x, y]: CurvePoint,
  { accent, down, text3, bg, height, isCrashed }: Colours & { height: number; isCrashed: boolean },
): void {
  if (isCrashed) {
    context.strokeStyle = down
    context.lineWidth = 4
    context.beginPath()
    context.moveTo(x - headPx, y - headPx)
    context.lineTo(x + headPx, y + headPx)
    context.moveTo(x + headPx, y - headPx)
    context.lineTo(x - headPx, y + headPx)
    context.stroke()
    return
  }
  context.strokeStyle = text3
  context.globalAlpha = 0.5
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(x, y)
  context.lineTo(x, height)
  context.stroke()
  context.globalAlpha = 1
  context.beginPath()
  context.arc(x, y, headPx, 0, 2 * Math.PI)
  context.fillStyle = accent
  context.fill()
  context.strokeStyle = bg
  context.lineWidth = 2
  context.stroke()
}
