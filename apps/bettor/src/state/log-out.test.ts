import { expect, test } from 'vitest'
import { auth, type SignedUser } from './auth.ts'
import { logOut } from './calls-identity.ts'
import { appStore } from './store.ts'

test('a log-out signs the bettor out at once and gives the token to be ended at the server, once', () => {
  const store = appStore(() => new Promise(() => {}))
  store.dispatch(
    auth.actions.assign({ user: { id: '1', token: 'token-1' } as unknown as SignedUser, isLoggedIn: true }),
  )
  const ended: string[] = []
  void store.dispatch(logOut((token) => ended.push(token)))
  expect(store.getState().auth).toMatchObject({ user: null, isLoggedIn: false })
  void store.dispatch(logOut((token) => ended.push(token)))
  expect(ended).toEqual(['token-1'])
})
