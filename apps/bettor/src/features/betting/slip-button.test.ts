import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { ctaOf, type Cta, type SlipFacts } from '../../slip/cta.ts'
import { SlipButton } from './slip-button.tsx'

// Without a build the macros are not compiled: they return their message in English.
vi.mock('@lingui/react/macro', () => ({
  useLingui: () => ({
    i18n: { locale: 'en' },
    t: (parts: TemplateStringsArray, ...values: unknown[]) => String.raw({ raw: parts }, ...values),
  }),
  Trans: ({ children }: { children: unknown }) => children,
}))
const slip = vi.hoisted(() => ({ bet_type: 'multi', system: [] as number[], slip: [{}, {}] }))
vi.mock('../../state/hooks.ts', () => ({
  useApp: (read: (state: object) => unknown) => read({ betting: slip, data: {} }),
  useSend: () => () => undefined,
}))
vi.mock('./use-place-bet.ts', () => ({ usePlaceBet: () => () => undefined }))

const At = Router as FunctionComponent<{ ssrPath: string }>

/** The label of the slip's button, and whether it can be pressed. */
function buttonOf(
  cta: Cta,
  totalOdds: string | null = '4.41',
  win: string | null = null,
): [label: string, isEnabled: boolean] {
  const button = createElement(SlipButton, { cta, stake: '100', totalOdds, win, now: [] })
  const markup = renderToStaticMarkup(createElement(At, { ssrPath: '/match/1' }, button))
  const label = markup
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
  return [label.replaceAll('\u00A0', ' '), !/<button[^>]* disabled/.test(markup)]
}

const facts = (change: Partial<SlipFacts>): SlipFacts => ({
  ...{ legs: [{ seen: '2.10', now: { odd_value: '2.10', state: 'open' } }], accept: 'higher', stake: '100' },
  ...{ minStake: '20.00', maxStake: '1000.00', balance: '500.00', placing: 'idle', liveSeconds: 0, refusal: null },
  ...{ online: true, deposit: { min: '10.00', percent: '5' }, ...change },
})
const priced = (odd_value: string | null, accept: SlipFacts['accept'] = 'higher'): Partial<SlipFacts> => ({
  ...{ accept, legs: [{ seen: '2.10', now: { odd_value, state: 'open' } }] },
})
const open = { seen: '2.10', now: { odd_value: '2.10', state: 'open' } } as const
const closed = { seen: '2.10', now: { odd_value: null, state: 'closed' } } as const
const suspended = { seen: '2.10', now: { odd_value: '2.10', state: 'suspended' } } as const

test.each<[when: string, Partial<SlipFacts>, label: string, isEnabled?: boolean]>([
  ['a slip that can be placed', {}, 'Place bet KSh 100', true],
  ['an empty slip', { legs: [] }, 'Add a pick'],
  ['no stake', { stake: '' }, 'Enter stake (min KSh 20)'],
  ['a stake that is not one amount', { stake: '1.000' }, 'Enter an amount like 100 or 100.50'],
  ['a stake that is still being typed', { stake: '50.' }, 'Enter stake (min KSh 20)'],
  ['a stake below the minimum', { stake: '19.99' }, 'Enter stake (min KSh 20)'],
  ['a stake above the maximum', { stake: '1000.01' }, 'Maximum stake is KSh 1,000'],
  ['a guest', { balance: null }, 'Log in to place your bet', true],
  ['a number that is not verified', { refusal: { code: 'not_verified' } }, 'Verify your phone to place your bet', true],
  ['a balance that is too low', { balance: '0.00' }, 'Deposit KSh 106', true],
  ['a limit of the bettor', { refusal: { code: 'limit_reached' } }, 'Over your limit: see your limits', true],
  ['a break', { pause: { until: '2027-05-22T08:00:00.000Z' } }, 'On a break until Sat 22 May 2027 11:00'],
  ['a closed account', { pause: { until: null } }, 'Betting is stopped for you'],
  ['a bet in flight', { placing: 'sending' }, 'Placing…'],
  ['a live bet in its delay', { placing: 'sending', liveSeconds: 4 }, 'Checking live odds: 4 s'],
  ['a bet without an answer', { placing: 'checking' }, 'Checking…'],
  ['a bet that was not found', { refusal: { code: 'no_answer' } }, 'No answer yet: try again', true],
  ['a page that is offline', { online: false }, "Not placed: you're offline"],
  ['a lower price', priced('1.90'), 'Accept 4.41 & place KSh 100', true],
  ['a higher price', priced('2.50'), 'Place bet KSh 100', true],
  ['a higher price if every change is asked about', priced('2.50', 'none'), 'Accept 4.41 & place KSh 100', true],
  ['a lower price if any change is accepted', priced('1.90', 'any'), 'Place bet KSh 100', true],
  ['the only pick, suspended', { legs: [suspended] }, 'Suspended, waiting'],
  ['two suspended picks', { legs: [suspended, suspended] }, 'Suspended, waiting'],
  ['a suspended pick beside an open one', { legs: [suspended, open] }, 'Remove 1 pick to place', true],
  ['a closed pick beside an open one', { legs: [closed, open] }, 'Remove 1 pick to place', true],
  ['three singles', { stakes: ['100', '150', '50'] }, 'Place bet KSh 300', true],
])('the button of %s', (_, change, label, isEnabled = false) => {
  expect(buttonOf(ctaOf(facts(change)))).toEqual([label, isEnabled])
})

test('the button names the possible payout beside the stake', () => {
  expect(buttonOf({ state: 'ok', total: '100.00' }, '2.23', '1223.50')).toEqual(['Place 100 → 1,223.50', true])
})

test('singles whose prices fell have no total odds to accept', () => {
  expect(buttonOf({ state: 'moved', total: '200.00' }, null)).toEqual(['Accept new odds & place KSh 200', true])
})

test('a system without combinations asks for them, except while its outcome is unknown', () => {
  slip.bet_type = 'system'
  expect(buttonOf({ state: 'ok', total: '100.00' })).toEqual(['Choose combinations', false])
  expect(buttonOf({ state: 'checking' })).toEqual(['Checking…', false])
  slip.bet_type = 'multi'
})

test('a system asks again once picks are removed and all chosen combinations are larger than the slip', () => {
  Object.assign(slip, { bet_type: 'system', system: [3] })
  expect(buttonOf({ state: 'ok', total: '100.00' })).toEqual(['Choose combinations', false])
  slip.system = [2, 3]
  expect(buttonOf({ state: 'ok', total: '100.00' })).toEqual(['Place bet KSh 100', true])
  Object.assign(slip, { bet_type: 'multi', system: [] })
})
