import type { PaymentView } from '@nare/contract/payments'
import type { Page } from '@playwright/test'

/** A state of a page: its name, its path, the steps to it, whether these use English names, and its heading if it is that of a message. */
export type Scene = {
  as: string
  at: string
  then?: (page: Page) => Promise<void>
  inEnglish?: true
  heading?: RegExp
}

export const plain = (...addresses: string[]): Scene[] => addresses.map((at) => ({ as: nameOf(at), at }))

function nameOf(address: string): string {
  return address === '/'
    ? 'home'
    : address
        .slice(1)
        .replace(/[^a-z]+/g, '-')
        .replace(/^-when-|-$/g, '')
}

/** Screens of a guest, including a chunk that no longer exists. */
export const guestScenes: readonly Scene[] = [
  ...plain('/login', '/signup', '/verify', '/reset-password', '/redirect'),
  { as: 'no-such-page', at: '/no-such-page', heading: /^There is no such page$/ },
  ...[
    { as: 'my-bets-guest', at: '/my-bets' },
    { as: 'deposit-guest', at: '/deposit' },
    { as: 'profile-guest', at: '/profile' },
  ],
  {
    as: 'error',
    at: '/login',
    inEnglish: true,
    heading: /^Loading chunk failed$/,
    then: async (page) => {
      await page.route('**/assets/competition-*', (route) => route.abort())
      await page.evaluate(() => history.pushState({}, '', '/competition'))
      await page.getByRole('button', { name: 'Retry' }).waitFor()
    },
  },
]

/** Every route of the specification for a bettor, with its tabs and sheets. */
export const bettorScenes = (seen: { match: string; competition: string; code: string; bet: string }): Scene[] => [
  ...plain('/', '/?when=live', '/competition', '/my-bets', '/my-bets?state=settled', '/bet-history'),
  { as: 'live-followed', at: '/?when=live&only=followed' },
  { as: 'results-sport', at: '/results?sport=79' },
  { as: 'competition-one', at: `/competition/${seen.competition}` },
  { as: 'match-all', at: `/match/${seen.match}` },
  { as: 'code', at: `/b/${seen.code}` },
  { as: 'my-bets-one', at: `/my-bets?bet=${seen.bet}` },
  ...plain('/sports', '/virtuals', '/nare-league', '/playouts', '/standing', '/results', '/casino', '/gameplay'),
  ...plain('/smart-soft', '/smart-play', '/nare-games', '/bethistory', '/jackpot', '/promotions', '/promo', '/points'),
  ...plain('/leader-board', '/fpl', '/betslip-slip', '/betslip-nare', '/betslip-jackpot'),
  ...plain('/profile', '/profile?tab=limits', '/profile?tab=statement', '/profile?tab=security'),
  ...plain('/profile?tab=documents', '/profile?tab=preferences', '/deposit', '/withdraw'),
  ...plain('/how-to-play', '/responsible-gambling', '/terms-and-conditions', '/privacy-policy', '/cookie-policy'),
  ...plain('/dispute-resolution', '/anti-money-laundering'),
  { as: 'search', inEnglish: true, at: '/competition', then: search },
  { as: 'self-exclusion', inEnglish: true, at: '/profile?tab=limits', then: (page) => press(page, '6 months') },
  {
    as: 'deposit-sum',
    inEnglish: true,
    at: '/deposit',
    then: (page) => page.getByLabel('Amount in shillings').fill('200'),
  },
  {
    as: 'withdraw-sum',
    inEnglish: true,
    at: '/withdraw',
    then: (page) => page.getByLabel('Amount in shillings').fill('200'),
  },
  ...deposits,
  ...withdrawals,
]

/** A self-exclusion that has started. It needs a separate bettor. */
export const exclusionScene: Scene = {
  as: 'self-exclusion-begun',
  at: '/profile?tab=limits',
  then: async (page) => {
    await press(page, '24 hours')
    await press(page, 'Start now')
    await page.getByRole('dialog', { name: 'Your break has started' }).waitFor()
  },
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

async function search(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click()
  await page.getByRole('searchbox').fill('ar')
  await page.getByRole('dialog').getByRole('button', { name: / v / }).first().waitFor()
}

const failed = (code: string): PaymentView['reason'] => ({ code, message: '' })

const deposits = [
  shown('deposit', { status: 'pending', ageS: 12 }),
  shown('deposit', { status: 'pending', ageS: 70, as: 'confirming' }),
  shown('deposit', { status: 'unknown', ageS: 200 }),
  shown('deposit', { status: 'succeeded', ageS: 200, receipt: 'QK71ABC2DE' }),
  shown('deposit', { status: 'failed', ageS: 200, reason: failed('no_funds') }),
]

const withdrawals = [
  shown('withdraw', { status: 'requested', ageS: 5 }),
  shown('withdraw', { status: 'checking', ageS: 30 }),
  shown('withdraw', { status: 'sent', ageS: 60 }),
  shown('withdraw', { status: 'done', ageS: 200, receipt: 'QK71ABC2DF' }),
  shown('withdraw', { status: 'failed', ageS: 200, reason: failed('unregistered') }),
]

type Stage = Pick<PaymentView, 'status'> & Partial<PaymentView> & { ageS: number; as?: string }

/** A payment in one of its states, as the API returns it. */
function shown(page: 'deposit' | 'withdraw', { ageS, as, ...stage }: Stage): Scene {
  const payment = (): PaymentView => ({
    ...{ payment_id: '1', id: null, kind: page === 'deposit' ? 'deposit' : 'withdrawal', provider: 'mpesa' },
    ...{ amount: '200.00', tax: '10.00', net: '190.00', msisdn: '254712345678', reference: 'N7KQ2M4XPA' },
    ...{ receipt: null, reason: null, changed_at: new Date().toISOString() },
    created_at: new Date(Date.now() - ageS * 1000).toISOString(),
    ...stage,
  })
  return {
    as: `${page}-${as ?? stage.status}`,
    at: `/${page}`,
    then: async (browser) => {
      await browser.route('**/v1/payments/1', (route) => route.fulfill({ json: { data: payment() } }))
      await browser.goto(`/${page}?payment=1`)
      await browser.getByRole('main').getByRole('heading', { level: 2 }).first().waitFor()
    },
  }
}
