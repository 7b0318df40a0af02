import { expect, test } from 'vitest'
import { noticeOf, ownPath } from './notice.ts'

test('a notice shows the texts of its message, and one that cannot be read shows a title alone', () => {
  const sent = { title: 'Nare: Bet won', body: 'Bet 7 won.', url: '/my-bets?bet=7', tag: 'bets', actions: [{}] }
  expect(noticeOf(JSON.stringify(sent))).toEqual({
    ...{ title: 'Nare: Bet won', body: 'Bet 7 won.', tag: 'bets', data: '/my-bets?bet=7', icon: '/icon-192.png' },
  })
  for (const wrong of [undefined, '', 'x', 'null', '[]', '{"title":7,"body":{}}'])
    expect(noticeOf(wrong)).toEqual({ title: 'Nare', icon: '/icon-192.png' })
})

test('a notice leads to a page of this site, otherwise home', () => {
  const origin = 'https://nare.test'
  expect(ownPath('/my-bets?bet=7', origin)).toBe('/my-bets?bet=7')
  expect(ownPath('/profile?tab=statement#x', origin)).toBe('/profile?tab=statement')
  for (const wrong of [
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    'javascript:alert(1)',
    '',
    7,
    null,
  ])
    expect([wrong, ownPath(wrong, origin)]).toEqual([wrong, '/'])
})
