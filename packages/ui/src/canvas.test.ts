import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cleared } from './canvas-size.ts'
import { Canvas } from './canvas.tsx'

function fakeCanvas(box: { width: number; height: number }) {
  const calls: unknown[][] = []
  const sizes: number[] = []
  const context = {
    setTransform: (...all: number[]) => calls.push(['setTransform', ...all]),
    clearRect: (...all: number[]) => calls.push(['clearRect', ...all]),
  }
  let pixels = 300
  const canvas = {
    ...{ clientWidth: box.width, clientHeight: box.height, height: 150, getContext: () => context },
    get width() {
      return pixels
    },
    set width(to: number) {
      sizes.push(to)
      pixels = to
    },
  }
  return { canvas: canvas as unknown as HTMLCanvasElement, calls, sizes }
}

test('a canvas has the resolution of the screen, at most two pixels for each CSS pixel, and is drawn in CSS pixels', () => {
  const { canvas, calls } = fakeCanvas({ width: 360, height: 200 })
  expect(cleared(canvas, 1.5)?.size).toEqual({ width: 360, height: 200 })
  expect([canvas.width, canvas.height]).toEqual([540, 300])
  cleared(canvas, 3)
  expect([canvas.width, canvas.height]).toEqual([720, 400])
  expect(calls.slice(-2)).toEqual([
    ['setTransform', 2, 0, 0, 2, 0, 0],
    ['clearRect', 0, 0, 360, 200],
  ])
})

test('a second frame of the same size does not set the size again, and a box without a size is not drawn', () => {
  const { canvas, sizes } = fakeCanvas({ width: 360, height: 200 })
  cleared(canvas, 1)
  cleared(canvas, 1)
  expect(sizes).toEqual([360])
  expect(cleared(fakeCanvas({ width: 0, height: 200 }).canvas, 1)).toBeUndefined()
})

test('screen readers skip the canvas', () => {
  const markup = renderToStaticMarkup(createElement(Canvas, { draw: () => {}, everyMs: 33 }))
  expect(markup).toBe('<canvas aria-hidden="true"></canvas>')
})
