import type { Edges, Flight, MarkTexts, Pen } from './drawing.ts'
import { multiplierText } from './flight.ts'
import { placedMarks, type PlacedMark } from './marks.ts'
import type { Plot } from './plot.ts'

type Marked = Pick<Flight, 'marks' | 'own' | 'texts'> & { pen: Pen; edges: Edges }

const markPx = 6
/** Narrower plots have marks without labels. */
const labelledWidth = 520

/** Draws the cash-outs of the round as rings on the curve, with multiplier, gain and player where there is room. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  plot: Plot,
  { marks, own, texts, pen, edges }: Marked,
): void {
  const labelWidth = plot.box.width >= labelledWidth ? pen.fontPx * 9 : undefined
  for (const placed of placedMarks(marks, { plot, own, near: markPx * 2.5, labelWidth })) {
    if (placed.labelled) drawLabel(context, placed, { pen, texts, left: edges.left })
    drawRing(context, placed, pen)
  }
}

function drawRing(context: CanvasRenderingContext2D, { at: [x, y], own }: PlacedMark, { colours }: Pen): void {
  context.beginPath()
  context.arc(x, y, markPx, 0, 2 * Math.PI)
  context.fillStyle = own ? colours.accent : colours.sunken
  context.fill()
  context.strokeStyle = colours.up
  context.lineWidth = 3
  context.stroke()
}

function drawLabel(
  context: CanvasRenderingContext2D,
  { at: [x, y], mark, players, own }: PlacedMark,
  { pen, texts, left }: { pen: Pen; texts: MarkTexts; left: number },
): void {
  const { colours, fontPx } = pen
  const first = `${multiplierText(mark.hundredths)}×${players === 1 ? ` +${mark.gain}` : ''}`
  const second = own ? texts.you : players === 1 ? mark.player : texts.players(players)
  context.font = pen.font(fontPx, 700)
  const right = Math.max(x + 4, context.measureText(first).width - left + 8)
  const stem = markPx + fontPx * 1.2
  context.strokeStyle = colours.text3
  context.lineWidth = 1
  context.beginPath()
  context.moveTo(x, y - markPx)
  context.lineTo(x, y - stem)
  context.stroke()
  context.textAlign = 'right'
  context.textBaseline = 'alphabetic'
  context.fillStyle = colours.up
  context.fillText(first, right, y - stem - fontPx * 1.4)
  context.font = pen.font(fontPx, own ? 700 : 400)
  context.fillStyle = colours.text2
  context.fillText(second, right, y - stem - 3)
}
