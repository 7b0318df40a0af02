import { expect, test } from 'vitest'
import { sessionEnd } from './session-end.ts'

function rig(here = '/my-bets?state=open') {
  const did: string[] = []
  const timers: { ms: number; run: () => void }[] = []
  let signedIn = false
  const events = sessionEnd({
    currentAddress: () => here,
    navigate: (address) => did.push(`go ${address}`),
    notify: () => did.push('notify'),
    signOut: () => did.push('sign out'),
    isSignedIn: () => signedIn,
    after: (ms, run) => timers.push({ ms, run }),
  })
  return { events, did, timers, logIn: () => (signedIn = true) }
}

test('an expired session is notified at once and goes to /redirect after three seconds, with the page one came from', () => {
  const { events, did, timers } = rig()
  events.expired()
  expect([did, timers.map(({ ms }) => ms)]).toEqual([['sign out', 'notify'], [3000]])
  timers[0]?.run()
  expect(did.at(-1)).toBe('go /redirect?to=%2Fmy-bets%3Fstate%3Dopen')
})

test('a bettor who logs in again within the three seconds stays', () => {
  const { events, did, timers, logIn } = rig()
  events.expired()
  logIn()
  timers[0]?.run()
  expect(did).toEqual(['sign out', 'notify'])
})

test('a call without a session goes to /login at once and shows no message', () => {
  const { events, did, timers } = rig()
  events.signedOut()
  expect([did, timers]).toEqual([['sign out', 'go /login?to=%2Fmy-bets%3Fstate%3Dopen'], []])
})

test('a session that ends on the way to a login keeps the page one first came from', () => {
  const { events, did } = rig('/redirect?to=%2Fdeposit')
  events.signedOut()
  expect(did.at(-1)).toBe('go /login?to=%2Fdeposit')
})
