import type { CanvasSize } from '@nare/ui/canvas'
import type { Colours } from './club-colours.ts'

type Place = { x: number; y: number }
export type PitchFrame = {
  path: readonly Place[]
  /** The minute with its fraction. */
  minute: number
  /** The minutes in which the ball lies in a goal. */
  goals: ReadonlySet<number>
  sides: { home: Colours; away: Colours }
}

/** The drawn path of the ball begins this many minutes back. */
const trailMinutes = 3
const stripes = 10
const line = 'rgb(255 255 255 / 75%)'
/** The places of a side that attacks to the right: keeper, four, four, two. */
const formation: readonly Place[] = [
  { x: 0.05, y: 0.5 },
  ...[0.16, 0.38, 0.62, 0.84].map((y) => ({ x: 0.2, y })),
  ...[0.14, 0.38, 0.62, 0.86].map((y) => ({ x: 0.37, y })),
  ...[0.36, 0.64].map((y) => ({ x: 0.5, y })),
]

/** Draws the pitch, both sides, and the ball with its last way. All of it is decoration and follows from public values. */
export function drawPitch(context: CanvasRenderingContext2D, size: CanvasSize, frame: PitchFrame): void {
  drawGround(context, size)
  const ball = ballAt(frame)
  if (!ball) return
  const radius = Math.max(4, size.height / 42)
  for (const place of formation) {
    drawPlayer(context, size, { place: moved(place, ball), colours: frame.sides.home, radius })
    const other = moved({ x: 1 - place.x, y: 1 - place.y }, ball)
    drawPlayer(context, size, { place: other, colours: frame.sides.away, radius })
  }
  const fullMinutes = Math.floor(frame.minute)
  const trail = [...frame.path.slice(Math.max(0, fullMinutes - trailMinutes + 1), fullMinutes + 1), ball]
  context.strokeStyle = '#f5b83d'
  context.lineWidth = 2
  context.setLineDash([7, 5])
  context.beginPath()
  for (const { x, y } of trail) context.lineTo(x * size.width, y * size.height)
  context.stroke()
  context.setLineDash([])
  context.fillStyle = '#ffffff'
  context.strokeStyle = '#100e17'
  context.beginPath()
  context.arc(ball.x * size.width, ball.y * size.height, radius * 0.9, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
}

/** The place of the ball: between two minutes on the way from one to the other, in the minute of a goal in it. */
function ballAt({ path, minute, goals }: PitchFrame): Place | undefined {
  const fullMinutes = Math.floor(minute)
  const from = path[fullMinutes]
  const to = path[fullMinutes + 1] ?? from
  if (!from || !to || goals.has(fullMinutes)) return from
  const share = minute - fullMinutes
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}

/** A player a little nearer to the ball. */
const moved = ({ x, y }: Place, ball: Place): Place => ({ x: x + (ball.x - 0.5) * 0.22, y: y + (ball.y - y) * 0.16 })

function drawGround(context: CanvasRenderingContext2D, { width, height }: CanvasSize): void {
  for (let stripe = 0; stripe < stripes; stripe++) {
    context.fillStyle = stripe % 2 === 0 ? '#175136' : '#14462f'
    context.fillRect((stripe * width) / stripes, 0, width / stripes + 1, height)
  }
  context.strokeStyle = line
  context.lineWidth = 2
  const edge = Math.round(height / 24)
  const [boxWidth, boxHeight] = [width * 0.13, height * 0.5]
  const [areaWidth, areaHeight] = [width * 0.05, height * 0.26]
  context.strokeRect(edge, edge, width - 2 * edge, height - 2 * edge)
  for (const [boxX, areaX] of [
    [edge, edge],
    [width - edge - boxWidth, width - edge - areaWidth],
  ] as const) {
    context.strokeRect(boxX, (height - boxHeight) / 2, boxWidth, boxHeight)
    context.strokeRect(areaX, (height - areaHeight) / 2, areaWidth, areaHeight)
  }
  context.beginPath()
  context.moveTo(width / 2, edge)
  context.lineTo(width / 2, height - edge)
  context.stroke()
  context.beginPath()
  context.arc(width / 2, height / 2, height * 0.15, 0, 2 * Math.PI)
  context.stroke()
}

type Player = { place: Place; colours: Colours; radius: number }

function drawPlayer(context: CanvasRenderingContext2D, { width, height }: CanvasSize, player: Player): void {
  const { place, colours, radius } = player
  context.beginPath()
  context.arc(place.x * width, place.y * height, radius, 0, 2 * Math.PI)
  context.fillStyle = colours.shirt
  context.fill()
  context.strokeStyle = colours.trim
  context.lineWidth = 2
  context.stroke()
}
