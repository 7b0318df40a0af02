import { setupI18n } from '@lingui/core'
import type { Failed } from '@nare/client/call'
import { expect, test, vi } from 'vitest'
import { failureText } from './failure-text.ts'

// Without a build the macro is not compiled: it returns its message, with numbered values, as the id.
vi.mock('@lingui/core/macro', () => ({
  msg: ([first = '', ...rest]: TemplateStringsArray, ...values: string[]) => {
    const id = first + rest.map((part, at) => `{${at}}${part}`).join('')
    return { id, message: id, values: Object.fromEntries(values.entries()) }
  },
}))

type Compiled = (string | [string])[]
const perBet: Compiled = ['Hii inazidi kikomo kwa kila dau: ', ['0']]
const byPeriod: Compiled = ['Hii inazidi kikomo cha ', ['1'], ' kwa ', ['0'], ': ', ['2'], '. Umetumia ', ['3']]
const messages = {
  ...{ loss: 'hasara', daily: 'siku' },
  'This is over your limit per bet of {0}': perBet,
  'This is over your {0} {1} limit of {2}. Used so far: {3}': byPeriod,
  "This is over a limit you've set": 'Hii inazidi kikomo chako',
}
const i18n = setupI18n({ locale: 'sw', messages: { sw: messages } })
const refusal = (body: Failed['body']): Failed => ({
  ...{ ok: false, status: 403, code: 'limit_reached', error: 'The sentence of the server', fields: {}, body },
})
const shillings = (value: string): string => `KSh ${value.replace('.00', '')}`

test('the text of a reached limit has the kind of limit and its amounts', () => {
  const loss = { limit: 'loss.day', value: '500.00', used: '480.00' }
  expect(failureText(i18n, refusal(loss), shillings)).toBe(
    'Hii inazidi kikomo cha hasara kwa siku: KSh 500. Umetumia KSh 480',
  )
  const bet = { limit: 'stake.bet', value: '1500.50', used: '0.00' }
  expect(failureText(i18n, refusal(bet))).toBe('Hii inazidi kikomo kwa kila dau: 1,500.50')
})

test('an unknown limit, or one whose texts are not loaded, has the general text', () => {
  for (const limit of ['constructor.day', 'loss.constructor', 'loss', undefined])
    expect(failureText(i18n, refusal({ limit, value: '500.00', used: '1.00' }))).toBe('Hii inazidi kikomo chako')
  const bare = setupI18n({ locale: 'sw', messages: { sw: {} } })
  expect(failureText(bare, refusal({ limit: 'loss.day', value: '5.00', used: '1.00' }))).toBe(
    'The sentence of the server',
  )
})
