import { useEffect, useEffectEvent, useRef } from 'react'
import { cleared, type CanvasSize } from './canvas-size.ts'
import { useFrames } from './use-frames.ts'

export type { CanvasSize }

type CanvasProps = {
  /** Draws one frame on a cleared canvas, in CSS pixels. */
  draw: (context: CanvasRenderingContext2D, size: CanvasSize) => void
  /** The shortest time between two frames. */
  everyMs: number
  /** If false, draws a single frame, and another one after each change of size. */
  running?: boolean
}

/** A canvas in the size of its box and the resolution of the screen. Screen readers skip it: the caller shows its content as text. */
export function Canvas({ draw, everyMs, running = true }: CanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawFrame = (): void => {
    const frame = canvas.current && cleared(canvas.current, devicePixelRatio)
    if (frame) draw(frame.context, frame.size)
  }
  useFrames(drawFrame, { on: running, everyMs })
  const drawStill = useEffectEvent(drawFrame)
  useEffect(() => {
    if (running || !canvas.current) return
    // The observer also runs once when it starts, which draws the first frame.
    const observer = new ResizeObserver(() => drawStill())
    observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [running])
  return <canvas ref={canvas} aria-hidden="true" />
}
