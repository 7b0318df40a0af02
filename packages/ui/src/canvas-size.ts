/** The size of a canvas in CSS pixels. */
export type CanvasSize = { width: number; height: number }

/** The maximum number of device pixels for each CSS pixel: more would slow a phone down and hardly be visible. */
const ratioMax = 2

/** Fits a canvas to its box and the screen, and clears it. Undefined while the box has no size. */
export function cleared(
  canvas: HTMLCanvasElement,
  screenRatio: number,
): { context: CanvasRenderingContext2D; size: CanvasSize } | undefined {
  const { clientWidth: width, clientHeight: height } = canvas
  const context = canvas.getContext('2d')
  if (!context || width === 0 || height === 0) return undefined
  const ratio = Math.min(screenRatio || 1, ratioMax)
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) }
  // Setting a size, even the same one, makes the browser allocate the canvas again.
  if (canvas.width !== pixels.width) canvas.width = pixels.width
  if (canvas.height !== pixels.height) canvas.height = pixels.height
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  return { context, size: { width, height } }
}
