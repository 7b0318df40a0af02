import { expect, test } from 'vitest'
import { sessionEnd } from './session-end.ts'

function rig(currentPage = '/my-bets?state=open') {
  const actions: string[] = []
  const timers: { ms: number; run: () => void }[] = []
  let signedIn = false
  const events = sessionEnd({
    currentAddress: () => currentPage,
    navigate: (address) => actions.push(`go ${address}`),
    notify: () => actions.push('notify'),
    signOut: () => actions.push('sign out'),
    isSignedIn: () => signedIn,
    after: (ms, run) => timers.push({ ms, run }),
  })
  return { events, actions, timers, logIn: () => (signedIn = true) }
}

test('an expired session shows a notification immediately and opens /redirect after three seconds with the previous page as `to`', () => {
  const { events, actions, timers } = rig()
  events.expired()
  expect([actions, timers.map(({ ms }) => ms)]).toEqual([['sign out', 'notify'], [3000]])
  timers[0]?.run()
  expect(actions.at(-1)).toBe('go /redirect?to=%2Fmy-bets%3Fstate%3Dopen')
})

test('a bettor who logs in again within the three seconds stays on the page', () => {
  const { events, actions, timers, logIn } = rig()
  events.expired()
  logIn()
  timers[0]?.run()
  expect(actions).toEqual(['sign out', 'notify'])
})

test('a call without a session opens /login immediately and shows no message', () => {
  const { events, actions, timers } = rig()
  events.signedOut()
  expect([actions, timers]).toEqual([['sign out', 'go /login?to=%2Fmy-bets%3Fstate%3Dopen'], []])
})

test('a session that ends on /redirect keeps the earlier return page', () => {
  const { events, actions } = rig('/redirect?to=%2Fdeposit')
  events.signedOut()
  expect(actions.at(-1)).toBe('go /login?to=%2Fdeposit')
})
