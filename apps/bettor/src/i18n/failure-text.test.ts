import { setupI18n } from '@lingui/core'
import type { Failed } from '@nare/client/call'
import { expect, test, vi } from 'vitest'
import { failureText } from './failure-text.ts'

// The macro keeps its message where no build has replaced it by an id; its values are numbered.
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
  'This goes over your limit per bet of {0}': perBet,
  'This goes over your {0} {1} limit of {2}. Used so far: {3}': byPeriod,
  'This goes over a limit that you set': 'Hii inazidi kikomo chako',
}
const i18n = setupI18n({ locale: 'sw', messages: { sw: messages } })
const refusal = (body: Failed['body']): Failed => ({
  ...{ ok: false, status: 403, code: 'limit_reached', error: 'The sentence of the server', fields: {}, body },
})
const shillings = (value: string): string => `KSh ${value.replace('.00', '')}`

test('the limit that was reached is named with its amounts', () => {
  const loss = { limit: 'loss.day', value: '500.00', used: '480.00' }
  expect(failureText(i18n, refusal(loss), shillings)).toBe(
    'Hii inazidi kikomo cha hasara kwa siku: KSh 500. Umetumia KSh 480',
  )
  const bet = { limit: 'stake.bet', value: '1500.50', used: '0.00' }
  expect(failureText(i18n, refusal(bet))).toBe('Hii inazidi kikomo kwa kila dau: 1,500.50')
})

test('a limit that is not known, or has no texts yet, is not named', () => {
  for (const limit of ['constructor.day', 'loss.constructor', 'loss', undefined])
    expect(failureText(i18n, refusal({ limit, value: '500.00', used: '1.00' }))).toBe('Hii inazidi kikomo chako')
  const bare = setupI18n({ locale: 'sw', messages: { sw: {} } })
  expect(failureText(bare, refusal({ limit: 'loss.day', value: '5.00', used: '1.00' }))).toBe(
    'The sentence of the server',
  )
})
