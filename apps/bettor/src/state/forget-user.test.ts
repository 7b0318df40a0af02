import { memoryStorage } from '@nare/client/memory-storage'
import { entries } from '@nare/client/storage'
import { expect, test } from 'vitest'
import { auth, type SignedUser } from './auth.ts'
import { betting } from './betting.ts'
import { data } from './data.ts'
import { forgetUserOnChange } from './forget-user.ts'
import { appStore } from './store.ts'
import { virtualLeague } from './virtual-league.ts'
import { virtuals } from './virtuals.ts'

const user = (id: string, token = `token-${id}`) => ({ id, token, balance: '1.00' }) as unknown as SignedUser

/** A browser that `owner` used, with the bettor's stored data and the device's preferences. */
function rig(owner: SignedUser | null) {
  const storage = memoryStorage()
  const stored = entries(storage, () => 0)
  for (const key of ['last-stake', 'last-deposit', 'open-deposit', 'reality-check', 'searches', 'stake'])
    stored.write(key, 'own')
  for (const key of ['betslip', 'kironbetslip', 'jackpotbetslip', 'markets', 'competitions', 'utm_source', 'theme'])
    stored.write(key, 'kept')
  const store = appStore(() => Promise.reject(new Error('not called')))
  const enter = (next: SignedUser | null) => store.dispatch(auth.actions.set({ field: 'user', value: next }))
  enter(owner)
  store.dispatch(betting.actions.set({ field: 'slip', value: [{ ucn: 'a' }] as never }))
  store.dispatch(betting.actions.set({ field: 'receipts', value: [{ bet_id: '1' }] as never }))
  store.dispatch(data.actions.set({ field: 'withdrawal_message', value: { message: 'Sent' } }))
  store.dispatch(virtualLeague.actions.set({ field: 'bet_history_data', value: [{ bet_id: '2' }] as never }))
  store.dispatch(
    virtuals.actions.assign({
      favorites_data: [{ game_id: '3' }],
      casino_reads: { favourites: { loading: false } },
    } as never),
  )
  let caches = 0
  forgetUserOnChange(store, { stored, forgetCaches: () => caches++ })
  const left = () => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').toSorted()
  return { store, enter, left, caches: () => caches }
}

const device = ['betslip', 'competitions', 'jackpotbetslip', 'kironbetslip', 'markets', 'theme', 'utm_source']

test('after a logout, or the login of another bettor, only the slips, the lists and the preferences of the device remain', () => {
  for (const next of [null, user('2')]) {
    const { store, enter, left, caches } = rig(user('1'))
    expect(caches()).toBe(0)
    enter(next)
    expect([left(), caches()]).toEqual([device, 1])
    const { betting: bets, data: general, virtualLeague: league, virtuals: casino } = store.getState()
    expect([bets.receipts, general.withdrawal_message, league.bet_history_data]).toEqual([[], null, []])
    expect([casino.favorites_data, casino.casino_reads]).toEqual([[], undefined])
    expect(bets.slip).toHaveLength(1)
  }
})

test('a new token of the same bettor drops the caches of the old one and keeps the rest', () => {
  const { store, enter, left, caches } = rig(user('1'))
  enter(user('1', 'another'))
  expect([caches(), left().length, store.getState().betting.receipts.length]).toEqual([1, device.length + 6, 1])
  enter({ ...user('1', 'another'), balance: '2.00' })
  expect(caches()).toBe(1)
})

test('data of a session that ended while the app was closed is removed at the start; searches and a stake typed without an account stay', () => {
  const { left, caches } = rig(null)
  expect([left(), caches()]).toEqual([[...device, 'searches', 'stake'].toSorted(), 1])
})
