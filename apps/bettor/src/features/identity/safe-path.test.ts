import { expect, test } from 'vitest'
import { safePath } from './safe-path.ts'

test('a return path stays within the app and never leads to another site or back to the login', () => {
  const paths = [
    '/my-bets?state=open',
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    '/login?to=/x',
    '/redirect',
    '',
    null,
  ]
  expect(paths.map(safePath)).toEqual(['/my-bets?state=open', '/', '/', '/', '/', '/', '/', '/'])
})
