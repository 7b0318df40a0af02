import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { frameSource } from './frame-source.ts'
import { GameFrame } from './game-frame.tsx'

const origin = 'https://bet.example'
const markupOf = (url: string | undefined, more: object = {}): string =>
  renderToStaticMarkup(
    createElement(GameFrame, {
      ...{ title: 'Gates', url, origin, closeLabel: 'Back', onClose: () => {}, fullScreenLabel: 'Full screen' },
      failed: (why) => `Failed: ${why}`,
      ...more,
    }),
  )

test('a frame shows only https URLs and URLs of this site', () => {
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

test('an app on http shows games of other ports on its host, and no game of another host', () => {
  const local = 'http://127.0.0.1:3000'
  expect(frameSource('http://127.0.0.1:3100/slot', local)?.origin).toBe('http://127.0.0.1:3100')
  expect(frameSource('http://127.0.0.1:3100/slot', 'http://localhost:3000')?.origin).toBe('http://127.0.0.1:3100')
  expect(frameSource('http://localhost.example:3100/slot', 'http://localhost:3000')).toBeUndefined()
  expect(frameSource('http://games.example/1', local)).toBeUndefined()
  expect(frameSource('http://bet.example:81/1', origin)).toBeUndefined()
})

test("a game of this site cannot read the storage of the app; a provider's game keeps its origin", () => {
  expect(frameSource('/sandbox/game/1', origin)?.sandbox).not.toContain('allow-same-origin')
  expect(frameSource('/sandbox/game/1', origin)?.origin).toBe('null')
  expect(frameSource('https://games.example/1', origin)?.sandbox).toContain('allow-same-origin')
  expect(frameSource('https://games.example/1', origin)?.origin).toBe('https://games.example')
})

test('the frame has the name of its game and sends no referrer; a URL that is not allowed shows the reason', () => {
  expect(markupOf('https://games.example/1')).toMatch(/<iframe title="Gates"[^>]* referrerPolicy="no-referrer"/)
  expect(markupOf('javascript:alert(1)')).toContain('Failed: not_allowed')
  expect(markupOf('javascript:alert(1)')).not.toContain('<iframe')
})

test('no frame is rendered without a URL or when other content replaces the game', () => {
  expect(markupOf('https://games.example/1', { instead: 'On a break' })).not.toContain('<iframe')
  expect(markupOf('https://games.example/1', { instead: 'On a break' })).toContain('On a break')
  expect(markupOf(undefined)).not.toContain('<iframe')
})
