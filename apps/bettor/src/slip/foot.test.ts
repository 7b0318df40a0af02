import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { PlacementNotice } from './foot.tsx'

// Without a build the macros are not compiled: they return their message in English.
vi.mock('@lingui/react/macro', () => ({
  useLingui: () => ({ i18n: {} }),
}))
vi.mock('../i18n/failure-text.ts', () => ({ failureText: (_: unknown, { message }: { message: string }) => message }))
const network = vi.hoisted(() => ({ online: false }))
vi.mock('./use-online.ts', () => ({ useOnline: () => network.online }))

function noticeOf(code: string, online: boolean): string {
  network.online = online
  const refusal = { code, message: 'Bet placement failed' } as never
  const notice = createElement(PlacementNotice, {
    placement: { stage: 'idle', refusal },
    checking: 'Checking',
    unknown: 'Not confirmed',
  })
  return renderToStaticMarkup(notice).replaceAll(/<[^>]*>/g, '')
}

test('every slip says offline that nothing was sent, and no longer once the connection is back', () => {
  expect(noticeOf('not_sent', false)).toContain('Bet placement failed')
  expect(noticeOf('not_sent', true)).toBe('')
})

test('a refusal and an unknown outcome stay when the connection is back', () => {
  expect(noticeOf('insufficient_funds', true)).not.toBe('')
  expect(noticeOf('no_answer', true)).toBe('Not confirmed')
})
