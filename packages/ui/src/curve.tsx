import { useEffect, useRef } from 'react'
import style from './curve.module.css'
import { fitted, thinned, type Point } from './curve-points.ts'

/** The points of a curve: fixed, or by the timestamp of the frame while it runs. */
type Points = readonly Point[] | ((timestampMs: number) => readonly Point[])

type CurveProps = {
  points: Points
  /** The curve as text, for screen readers, which cannot read the canvas. */
  text: string
  /** Draws a frame after another; with reduced motion only the first. */
  running?: boolean
  tall?: boolean
}

const reducedMotion = '(prefers-reduced-motion: reduce)'
const pointsMax = 400

/** A curve or a small chart on a canvas in the current text colour, with its text for screen readers. */
export function Curve({ points, text, running = false, tall = false }: CurveProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let frame = 0
    const draw = (timestampMs: number): void => {
      drawOn(element, typeof points === 'function' ? points(timestampMs) : points)
      if (running && !matchMedia(reducedMotion).matches) frame = requestAnimationFrame(draw)
    }
    frame = requestAnimationFrame(draw)
    const resized = new ResizeObserver(() => {
      if (!running) frame = requestAnimationFrame(draw)
    })
    resized.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
    }
  }, [points, running])
  return (
    <div className={style.curve} data-tall={tall || undefined}>
      <canvas ref={canvas} aria-hidden="true" />
      <p className={style.text}>{text}</p>
    </div>
  )
}

function drawOn(element: HTMLCanvasElement, points: readonly Point[]): void {
  const context = element.getContext('2d')
  if (!context) return
  const { clientWidth: width, clientHeight: height } = element
  const ratio = Math.min(globalThis.devicePixelRatio || 1, 3)
  element.width = Math.round(width * ratio)
  element.height = Math.round(height * ratio)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  const line = fitted(thinned(points, pointsMax), { width, height, margin: 2 })
  if (line.length === 0) return
  context.strokeStyle = getComputedStyle(element).color
  context.lineWidth = 2
  context.lineJoin = 'round'
  context.beginPath()
  for (const [x, y] of line) context.lineTo(x, y)
  context.stroke()
}
