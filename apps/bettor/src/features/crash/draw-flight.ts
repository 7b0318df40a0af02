import type { CanvasSize } from '@nare/ui/canvas'
import { drawMarks } from './draw-marks.ts'
import type { Colours, Edges, Flight, Pen, Target } from './drawing.ts'
import { curveOf, multiplierTicks, pathTo, plotOf, timeTicks, type Plot, type Point } from './plot.ts'

const names: Readonly<Record<keyof Colours, string>> = {
  primary: '--primary',
  accent: '--accent',
  down: '--down',
  up: '--up',
  line: '--line',
  sunken: '--sunken',
  text2: '--text-2',
  text3: '--text-3',
}
const headPx = 8

/**
 * Draws a flight: the axes, the targets of the bettor's bets, the curve with the area below it and the path it still has to a target, the
 * cash-outs on it, and its head, which is a cross after the crash.
 */
export function drawFlight(context: CanvasRenderingContext2D, size: CanvasSize, flight: Flight): void {
  const { round, ms, isDisconnected, targets } = flight
  const pen = penOf(context.canvas, size)
  const edges = edgesOf(size, pen.fontPx)
  const box = { width: size.width - edges.left - edges.right, height: size.height - edges.top - edges.bottom }
  if (box.width <= 0 || box.height <= 0) return
  const hasFlight = round?.started_at !== undefined && round.phase !== 'betting'
  const isShown = hasFlight && !(isDisconnected && round.phase === 'flying')
  const plot = plotOf(isShown ? ms : 0, { box, targets: targets.map(({ multiplier }) => multiplier) })
  context.translate(edges.left, edges.top)
  drawAxes(context, plot, { pen, left: edges.left })
  const open = targets.filter(({ text }) => text !== undefined)
  const isCrashed = round?.phase === 'crashed'
  if (!isCrashed) for (const [at, target] of open.entries()) drawTarget(context, plot, { pen, target, row: at, edges })
  if (!isShown) return
  const [next] = open.map(({ multiplier }) => multiplier).toSorted((a, b) => a - b)
  if (!isCrashed && next !== undefined) drawPath(context, pathTo(plot, { ms, target: next }), pen)
  const points = curveOf(plot, { toMs: ms })
  drawCurve(context, points, { height: box.height, colour: isCrashed ? pen.colours.down : pen.colours.primary })
  drawMarks(context, plot, { ...flight, pen, edges })
  drawHead(context, points.at(-1) ?? [0, box.height], { pen, height: box.height, isCrashed })
}

/** The room around the plot for the numbers of its axes and the label of a target. */
const edgesOf = ({ width }: CanvasSize, fontPx: number): Edges => {
  const roomy = width >= 560
  return { left: fontPx * (roomy ? 4 : 3), right: roomy ? 24 : 12, top: fontPx * 2.5, bottom: fontPx * 2 }
}

/** The text follows the bettor's size of text as far as the stage has room for it. */
function penOf(canvas: HTMLCanvasElement, { width }: CanvasSize): Pen {
  const style = getComputedStyle(canvas)
  const read = Object.entries(names).map(([name, token]) => [name, style.getPropertyValue(token).trim()])
  const family = style.fontFamily
  return {
    colours: Object.fromEntries(read) as Colours,
    fontPx: Math.min(width < 560 ? 14 : 20, Number.parseFloat(style.fontSize) || 12),
    font: (px, weight = 400) => `${weight} ${px}px ${family}`,
  }
}

function drawAxes(context: CanvasRenderingContext2D, plot: Plot, { pen, left }: { pen: Pen; left: number }): void {
  const { width, height } = plot.box
  context.strokeStyle = pen.colours.line
  context.fillStyle = pen.colours.text3
  context.lineWidth = 1
  context.font = pen.font(pen.fontPx)
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  for (const { at, text } of multiplierTicks(plot)) {
    const y = Math.round(plot.y(at)) + 0.5
    line(context, [0, y], [width, y])
    context.fillText(text, -8, y, left - 8)
  }
  context.textAlign = 'center'
  context.textBaseline = 'top'
  for (const { at, text } of timeTicks(plot)) {
    const x = Math.round(plot.x(at)) + 0.5
    line(context, [x, height - 4], [x, height + 4])
    context.fillText(text, x, height + 6)
  }
}

function line(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  context.beginPath()
  context.moveTo(...from)
  context.lineTo(...to)
  context.stroke()
}

type Drawn = { pen: Pen; target: Target; row: number; edges: Edges }

/** The line at a target, with its label at the right end; one that is above the plot has its label at the upper edge. */
function drawTarget(context: CanvasRenderingContext2D, plot: Plot, { pen, target, row, edges }: Drawn): void {
  const { width } = plot.box
  const { colours, fontPx } = pen
  const isAbove = target.multiplier > plot.top
  const y = Math.round(isAbove ? 0 : plot.y(target.multiplier)) + 0.5
  if (!isAbove) {
    context.strokeStyle = colours.accent
    context.lineWidth = 1.5
    context.setLineDash([7, 6])
    line(context, [0, y], [width, y])
    context.setLineDash([])
  }
  const text = `${target.text ?? ''}${isAbove ? ' ↑' : ''}`
  context.font = pen.font(fontPx, 700)
  const [boxWidth, boxHeight] = [context.measureText(text).width + fontPx * 1.6, fontPx * 1.9]
  const x = width - boxWidth - row * (boxWidth + 8)
  if (x < -edges.left) return
  const top = Math.max(-edges.top + 2, y - boxHeight - 3)
  context.fillStyle = colours.accent
  context.beginPath()
  context.roundRect(x, top, boxWidth, boxHeight, boxHeight / 2)
  context.fill()
  context.fillStyle = '#1d1503'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, x + boxWidth / 2, top + boxHeight / 2 + 0.5)
}

function drawPath(context: CanvasRenderingContext2D, points: readonly Point[] | undefined, pen: Pen): void {
  if (!points) return
  context.strokeStyle = pen.colours.primary
  context.lineWidth = 2
  context.setLineDash([4, 6])
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.stroke()
  context.setLineDash([])
}

function drawCurve(
  context: CanvasRenderingContext2D,
  points: readonly Point[],
  { height, colour }: { height: number; colour: string },
): void {
  const [headX] = points.at(-1) ?? [0]
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.lineTo(headX, height)
  context.lineTo(0, height)
  context.fillStyle = colour
  context.globalAlpha = 0.2
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
  [x, y]: Point,
  { pen, height, isCrashed }: { pen: Pen; height: number; isCrashed: boolean },
): void {
  const { colours } = pen
  if (isCrashed) {
    context.strokeStyle = colours.down
    context.lineWidth = 4
    line(context, [x - headPx, y - headPx], [x + headPx, y + headPx])
    line(context, [x + headPx, y - headPx], [x - headPx, y + headPx])
    return
  }
  context.strokeStyle = colours.text3
  context.globalAlpha = 0.5
  context.lineWidth = 1
  line(context, [x, y], [x, height])
  context.fillStyle = colours.accent
  context.globalAlpha = 0.2
  disc(context, [x, y], headPx * 2.2)
  context.globalAlpha = 1
  disc(context, [x, y], headPx)
}

function disc(context: CanvasRenderingContext2D, [x, y]: Point, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}
