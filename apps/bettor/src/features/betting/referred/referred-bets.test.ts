import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { ReferredBets } from './referred-bets.tsx'

// Without a build the macros are not compiled: they return their message in English.
vi.mock('@lingui/react/macro', () => ({
  useLingui: () => ({ i18n: {}, t: (parts: TemplateStringsArray) => parts.join('') }),
  Trans: ({ children }: { children: unknown }) => children,
  Plural: () => null,
}))
vi.mock('@lingui/core/macro', () => ({
  msg: ({ message }: { message: string }) => ({ id: message, message }),
  plural: () => '',
  t: () => '',
}))
vi.mock('@nare/client/use-live', () => ({ useLive: () => undefined }))
const app = vi.hoisted(() => ({ receipts: [] as object[], taxes: [] as object[] }))
vi.mock('../../../state/hooks.ts', () => ({
  useApp: (read: (state: object) => unknown) =>
    read({ betting: { receipts: app.receipts }, data: { app_config: { taxes: app.taxes } } }),
  useSend: () => () => undefined,
}))

const winTax = { from: '2025-07-01', kind: 'withholding', base: 'win', percent: '15' }

/** What the page says of an offer for a bet of 200 at 2.10. */
function offerText(offer: object, { taxes = [winTax], ...more }: { taxes?: object[]; bonus_stake?: string } = {}) {
  const until = new Date(Date.now() + 60_000).toISOString()
  const referral = { state: 'offered', until, offer }
  const bet = { bet_id: '7', type: 'single', legs: [{}], stake: '200.00', state: 'referred', referral, ...more }
  Object.assign(app, { receipts: [bet], taxes })
  const markup = renderToStaticMarkup(createElement(ReferredBets, { ids: ['7'] }))
  return /<p>The trader offers.*?<\/p>/.exec(markup)?.[0].replaceAll(/<[^>]*>/g, '') ?? markup
}

const lessStake = { stake: '100.00', total_odds: '2.10', possible_win: '210.00' }
const otherPrice = { stake: '200.00', total_odds: '1.90', possible_win: '380.00' }

test("a trader's offer of another stake or price names what the tax on winnings leaves of it", () => {
  expect(offerText(lessStake, { taxes: [] })).toMatch(/offers KSh 100 to win KSh 210 2.10$/)
  // 15 % of 110, and of 180.
  expect(offerText(lessStake)).toMatch(/offers KSh 100 to win KSh 193.50 2.10$/)
  expect(offerText(otherPrice)).toMatch(/offers KSh 200 to win KSh 353 1.90$/)
})

test('an offer for a stake with bonus money is taxed on more, because that part was not the own money', () => {
  // 15 % of 180 and the 80 of bonus money.
  expect(offerText(otherPrice, { bonus_stake: '80.00' })).toMatch(/offers KSh 200 to win KSh 341 1.90$/)
})
