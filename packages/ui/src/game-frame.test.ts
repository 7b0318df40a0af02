import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { frameSource } from './frame-source.ts'
import { GameFrame } from './game-frame.tsx'

const origin = 'https://bet.example'
const markupOf = (url: string): string =>
  renderToStaticMarkup(
    createElement(GameFrame, {
      ...{ title: 'Gates', url, origin, closeLabel: 'Back', onClose: () => {}, failed: 'Not available' },
    }),
  )

test('only https and this site are shown in a frame', () => {
  for (const url of [
    'javascript:alert(1)',
    'http://games.example/1',
    'data:text/html,x',
    'blob:https://x/1',
    'https://',
  ])
    expect(frameSource(url, origin)).toBeUndefined()
  expect(frameSource('https://games.example/1', origin)?.url).toBe('https://games.example/1')
  expect(frameSource('/sandbox/game/1', origin)?.url).toBe('https://bet.example/sandbox/game/1')
})

test('a game of this site cannot reach the storage of the app, a provider keeps its own origin', () => {
  expect(frameSource('/sandbox/game/1', origin)?.sandbox).not.toContain('allow-same-origin')
  expect(frameSource('https://games.example/1', origin)?.sandbox).toContain('allow-same-origin')
})

test('the frame is named by its game, sends no referrer, and an address that is not allowed shows why', () => {
  expect(markupOf('https://games.example/1')).toMatch(/<iframe title="Gates"[^>]* referrerPolicy="no-referrer"/)
  expect(markupOf('javascript:alert(1)')).toContain('Not available')
  expect(markupOf('javascript:alert(1)')).not.toContain('<iframe')
})
