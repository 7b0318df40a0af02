import { expect, test } from 'vitest'
import { whyNoPasskey } from './passkey.ts'

test('where the address is a number, the reason says which address takes a passkey', () => {
  expect(whyNoPasskey({ hostname: '127.0.0.1', port: '3000' })).toContain('open the console at localhost:3000,')
  expect(whyNoPasskey({ hostname: '10.0.0.7', port: '' })).toContain('at the name of its host,')
  expect(whyNoPasskey({ hostname: '[::1]', port: '' })).toContain('needs an address with a name')
  expect(whyNoPasskey({ hostname: 'console.example', port: '' })).toBe(
    'No passkey was used. Try again, or use the code.',
  )
})
