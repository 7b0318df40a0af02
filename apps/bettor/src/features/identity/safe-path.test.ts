import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

test('one returns to a page of the app and never to another site or in a circle', () => {
  const wanted = [
    '/my-bets?state=open',
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    '/login?to=/x',
    '/redirect',
    '',
    null,
  ]
  expect(wanted.map(safePath)).toEqual(['/my-bets?state=open', '/', '/', '/', '/', '/', '/', '/'])
})
