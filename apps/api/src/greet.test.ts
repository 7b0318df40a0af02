import { expect, test } from 'vitest'
import { consoleLines } from './greet.ts'

test('the console of this machine is named, so that passkeys can be made there, and other addresses stay', () => {
  const people = [{ name: 'asha', role: 'admin', password: 'karibu-console' }]
  expect(consoleLines('http://127.0.0.1:3000', people)).toEqual([
    'The console is at http://localhost:3000/console. Log in as asha (admin) with the password karibu-console',
    'Their one-time codes: http://127.0.0.1:3000/sandbox/staff/asha',
  ])
  expect(consoleLines('https://nare.example', [])[0]).toMatch(/^The console is at https:\/\/nare\.example\/console\. /)
})
