import { randomInt } from 'node:crypto'
import { content } from '@nare/contract/content'
import { identity } from '@nare/contract/identity'
import { payments } from '@nare/contract/payments'
import type { Page } from '@playwright/test'
import { ask, createMatch, finishMatch, fund, lastCode, placeBet, signUp } from './support/api.ts'
import { prepare } from './support/crawl.ts'
import { answerPrompt, payment, stateOf } from './support/money.ts'
import { ownAppTest as test } from './support/own-app.ts'
import { newMatch, openSlip, resultOf } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll } from './support/test.ts'

test.use({ ownSettings: { COUNTRY: 'tz' } })

test('a bettor in Tanzania chooses among three wallets: the number selects Mixx first, and M-Pesa is credited after the PIN', async ({
  page,
  request,
}) => {
  const bettor = await signUp(request, { msisdn: `25571${randomInt(1_000_000, 10_000_000)}` })
  const { message } = await ask(request, content.settings, {})
  expect(message.payments).toMatchObject({ providers: ['mpesa', 'airtel', 'mixx'], paybill: null })
  await enterAs(page, bettor)
  await page.goto('/deposit')
  await expect(page.getByRole('radio', { name: 'Mixx by Yas' })).toBeChecked()
  await expectNoSidewaysScroll(page)
  await page.getByRole('radio', { name: 'M-Pesa' }).check()
  await page.locator('input[name=amount]').fill('1500')
  await page.locator('main button[type=submit]').click()
  await expect(stateOf(page)).toContainText('M-Pesa')
  await expect(page).toHaveURL(/payment=/)
  const id = new URL(page.url()).searchParams.get('payment') ?? ''
  expect(await payment(request, bettor, id)).toMatchObject({ provider: 'mpesa', status: 'pending' })
  await answerPrompt(request, bettor.msisdn, 'approve')
  await expect.poll(async () => (await payment(request, bettor, id)).status).toBe('succeeded')
  await expect(stateOf(page)).toContainText('Pesa ziko kwenye pochi yako')
  await expect(page.getByRole('main')).not.toContainText('Ushuru')
  await page.goto('/withdraw')
  await expect(page.getByRole('radio', { name: 'M-Pesa' })).toBeChecked()
  await page.locator('input[name=amount]').fill('1000')
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL(/payment=/)
  const withdrawal = new URL(page.url()).searchParams.get('payment') ?? ''
  await expect
    .poll(async () => (await ask(request, payments.payment, { id: withdrawal }, bettor.token)).data.status)
    .toBe('done')
  await expect(page.getByRole('main')).toContainText('Umepokea')
  await expect(page.getByRole('main')).not.toContainText('Kodi')

  // The button names what the tax on winnings leaves: 15 % of 550 is taken from 1,050.
  const { id: matchId } = await newMatch(request)
  await prepare(page, { locale: 'en' })
  await page.goto(`/match/${matchId}`)
  await resultOf(page).home.click()
  const slip = await openSlip(page)
  await slip
    .getByLabel(/^Stake/)
    .first()
    .fill('500')
  await expect(slip.getByRole('button', { name: 'Place 500 → 967' })).toBeVisible()
  await expect(slip.getByText('Payout after tax')).toBeVisible()
  // So does the bar of the closed slip.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^1 pick/ })).toContainText('500 → 967')
})

test(
  'a round of a game pays what the tax leaves, and its balance is the one of the account',
  { tag: '@long' },
  async ({ page, request }) => {
    const bettor = await signUp(request, { msisdn: `25571${randomInt(1_000_000, 10_000_000)}` })
    await fund(request, bettor.msisdn, '100000.00')
    await prepare(page, { locale: 'en' })
    await enterAs(page, bettor)
    await page.goto('/nare-games/dice')
    const outcome = page.getByRole('main').getByRole('status').first()
    // Half of the rounds win 1,000 for 500, of which 15 % of 500 is a tax.
    await expect(async () => {
      await page.getByRole('button', { name: 'Bet TSh 500' }).click({ timeout: 1000 })
      await expect(outcome).toContainText(/You won TSh\s925/, { timeout: 1000 })
    }).toPass()
    await expect(outcome).toContainText(/Tax on winnings 15%: TSh\s75/)
    const { user } = await ask(request, identity.balance, {}, bettor.token)
    await expect(page.getByRole('main').getByRole('link', { name: /Balance/ })).toContainText(
      Math.floor(Number(user.balance)).toLocaleString('en'),
    )
  },
)

test(
  'a stake of seven digits, and the names of what was settled today, are whole in the column of the slip',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    const bettor = await signUp(request, { msisdn: `25571${randomInt(1_000_000, 10_000_000)}` })
    await fund(request, bettor.msisdn, '3000000.00')
    const lost = await createMatch(request, { home: 'Mtibwa Sugar', away: 'Azam' })
    const pick = { match_id: lost, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    await placeBet(request, bettor, '1250000.00', [pick])
    await finishMatch(request, lost, { halfTime: '1:0', fullTime: '1:0' })
    await prepare(page, { locale: 'en' })
    await enterAs(page, bettor)
    const { id } = await newMatch(request)
    await page.goto(`/match/${id}`)
    const column = page.getByRole('complementary', { name: 'Slip' })
    const name = column.getByRole('region', { name: 'Settled today' }).getByRole('link', { name: 'Mtibwa Sugar' })
    await expect(name).toBeVisible()
    expect((await name.boundingBox())?.width).toBeGreaterThan(90)
    await resultOf(page).home.click()
    const stake = column.getByLabel('Stake', { exact: true })
    await stake.fill('1250000')
    await expect(stake).toHaveValue('1250000')
    expect(await stake.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0)
  },
)

/** The page has no currency, law, city or help line of Kenya, and no cents, which nobody uses in Tanzania. */
async function expectOfTanzania(page: Page): Promise<void> {
  const text = await page.locator('body').innerText()
  expect(text).not.toMatch(/Kenya|KSh|\bKES\b|Nairobi|\b719\b|BCLB|Safaricom|paybill|TSh\s?-?[\d,]*\.\d/i)
  await expectNoSidewaysScroll(page)
}

test.describe('in Swahili', () => {
  test.use({ ownSettings: { COUNTRY: 'tz', ARCADE: 'on', ARCADE_PORT: '0' }, locale: 'sw-TZ' })

  test(
    'the foot names the licensee, a number of Airtel signs up and selects its wallet, and no tax is shown where there is none',
    { tag: '@long' },
    async ({ page, request }) => {
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
      const foot = page.locator('footer').last()
      await expect(foot).toContainText(
        /Nare Example Limited · .*Dar es Salaam.* · Leseni .* ya .*Gaming Board of Tanzania/,
      )
      await expect(foot).toContainText('18+')
      await expectOfTanzania(page)
      const national = `68${randomInt(1_000_000, 10_000_000)}`
      const msisdn = `255${national}`
      await page.goto('/signup')
      await page.locator('input[name=msisdn]').fill(`0${national}`)
      await page.locator('input[name=password]').fill('Twiga-mrefu-7')
      await page.locator('input[name=date_of_birth]').fill('1990-05-17')
      await page.locator('input[name=terms]').check()
      await expectOfTanzania(page)
      await page.getByRole('button', { name: 'Fungua akaunti' }).click()
      await expect(page.getByRole('heading', { name: 'Thibitisha simu yako' })).toBeVisible()
      await page.locator('input[name=code]').fill(await lastCode(request, msisdn))
      await expect(page.getByRole('link', { name: /Salio/ })).toBeVisible()
      await page.goto('/deposit')
      await expect(page.getByRole('radio', { name: 'Airtel Money' })).toBeChecked()
      await page.locator('input[name=amount]').fill('50000')
      await expect(page.locator('main button[type=submit]')).toContainText('50,000')
      await expect(page.getByRole('main')).toContainText('50,000')
      await expect(page.getByRole('main')).not.toContainText('%')
      await expectOfTanzania(page)
    },
  )

  test(
    'a win is shown less its tax, the games of the arcade have shillings of Tanzania, and both languages of the pages name its law',
    { tag: '@long' },
    async ({ page, request }) => {
      const bettor = await signUp(request, { msisdn: `25571${randomInt(1_000_000, 10_000_000)}` })
      await fund(request, bettor.msisdn, '100000.50')
      const match_id = await createMatch(
        request,
        { home: 'Young Africans', away: 'Azam' },
        { category: 'Tanzania', competition_name: 'NBC Premier League' },
      )
      await placeBet(request, bettor, '5000.00', [
        { match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' },
      ])
      await finishMatch(request, match_id, { halfTime: '1:0', fullTime: '2:0' })
      await enterAs(page, bettor)
      await page.goto('/my-bets?state=settled')
      await expect(page.getByRole('main')).toContainText('10,500 kasoro kodi ya ushindi 825')
      await expectOfTanzania(page)
      await page.goto('/gameplay/pragmatic%3Ascratch-7')
      const game = page.frameLocator('iframe[title="Scratch 7"]')
      await expect(game.locator('header output')).toHaveText('TSh 104,675')
      await expect(game.locator('#stake option').first()).toHaveText('400')
      for (const locale of ['sw', 'en'] as const) {
        await prepare(page, { locale })
        for (const path of ['how-to-play', 'terms-and-conditions', 'responsible-gambling', 'privacy-policy']) {
          await page.goto(`/${path}`)
          await expect(page.locator('html')).toHaveAttribute('lang', locale)
          await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
          await expectOfTanzania(page)
          if (path === 'how-to-play') await expect(page.getByRole('main')).toContainText('TSh 4,400')
          if (path === 'terms-and-conditions')
            await expect(page.getByRole('main')).toContainText(
              locale === 'sw' ? 'Sheria inachukua 15% ya ushindi' : 'The law takes 15% of winnings',
            )
        }
      }
    },
  )
})
