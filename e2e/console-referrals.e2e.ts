import { createHash } from 'node:crypto'
import { request as requests, type Locator, type Page } from '@playwright/test'
import { operatorSettings } from '@nare/contract/settings'
import { ask, fund, signUp } from './support/api.ts'
import { startApp } from './support/app.ts'
import { expectNothingSerious } from './support/console.ts'
import { newMatch, pickHome } from './support/slip.ts'
import { personAt } from './support/tasks.ts'
import { enterAs, expect, test } from './support/test.ts'

const token = 'the-token-of-the-house'

/** Opens the only waiting bet with keys alone. */
async function openWaiting(page: Page): Promise<void> {
  await expect(page.getByRole('grid', { name: 'Referrals' }).getByRole('row', { name: /Simba/ })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('complementary', { name: 'Referral' })).toBeVisible()
}

/** Ends the form of an answer with the first of the usual reasons. */
async function answer(page: Page, done: RegExp): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(done)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

test(
  'a large bet waits for a trader, who accepts one, offers less for another and refuses a third',
  { tag: ['@desktop', '@long'] },
  async ({ browser }) => {
    const OPERATORS = `house:admin:${createHash('sha256').update(token).digest('hex')}`
    const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', OPERATORS })
    const { url } = app
    const request = await requests.newContext({ baseURL: url })
    try {
      const reason = 'large bets are looked at'
      for (const [key, value] of [['referral.on', true] as const, ['referral.stake', '100'] as const])
        await ask(request, operatorSettings.changeSetting, { key, value, reason }, token)
      const bettor = await signUp(request)
      await fund(request, bettor.msisdn, '1000.00')
      const trader = await personAt({ browser, request }, { url, name: 'baraka', path: '/trading/referrals' })
      await expect(trader.getByText('Nothing waits.')).toBeVisible()

      const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await enterAs(page, bettor)
      /** Sends a bet of KSh 200, which waits. */
      const send = async (): Promise<Locator> => {
        const slip = await pickHome(page, await newMatch(request), '200')
        await slip.getByRole('button', { name: 'Place 200 →' }).click()
        await expect(slip.getByRole('heading', { name: 'With a trader' })).toBeVisible()
        await expect(slip.getByRole('timer')).toBeVisible()
        await expect(slip.getByRole('heading', { name: 'Bet placed' })).toHaveCount(0)
        return slip
      }

      const accepted = await send()
      const pages = trader.getByRole('navigation', { name: 'Trading' })
      await expect(pages.getByRole('link', { name: 'Referrals 1 wait' })).toBeVisible()
      await openWaiting(trader)
      await expectNothingSerious(trader)
      await trader.keyboard.press('a')
      await answer(trader, /Now placed/)
      await expect(accepted.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
      await expect(accepted.getByRole('heading', { name: 'With a trader' })).toHaveCount(0)
      await accepted.getByRole('button', { name: 'Back to matches' }).click()

      const offered = await send()
      await openWaiting(trader)
      await trader.keyboard.press('o')
      await expect(trader.getByRole('textbox', { name: 'Stake' })).toBeFocused()
      await trader.keyboard.type('100')
      await trader.getByRole('textbox', { name: 'Reason' }).focus()
      await answer(trader, /Now offered/)
      await expect(offered.getByText(/The trader offers KSh 100 to win KSh 210/)).toBeVisible()
      await offered.getByRole('button', { name: 'Take', exact: true }).click()
      await expect(offered.getByRole('heading', { name: 'Bet placed' })).toBeVisible()
      await offered.getByRole('button', { name: 'Back to matches' }).click()

      const refused = await send()
      // A page that is loaded again still shows what waits.
      await page.reload()
      await expect(refused.getByRole('heading', { name: 'With a trader' })).toBeVisible()
      await openWaiting(trader)
      await trader.keyboard.press('r')
      await answer(trader, /refused/)
      await expect(refused.getByRole('heading', { name: 'Bet not placed' })).toBeVisible()
      await expect(refused.getByText(/KSh 200 is back in your balance/)).toBeVisible()
      await refused.getByRole('button', { name: 'Done' }).click()
      await expect(refused.getByRole('heading', { name: 'Bet not placed' })).toHaveCount(0)
      await context.close()

      // The first bet's stake is now above the bound of an alert, which the trader closes with the mouse.
      await ask(request, operatorSettings.changeSetting, { key: 'alerts.stake', value: '150', reason }, token)
      await expect(pages.getByRole('link', { name: 'Alerts 1 wait' })).toBeVisible({ timeout: 60_000 })
      await pages.getByRole('link', { name: 'Alerts' }).click()
      await trader.getByRole('gridcell', { name: /1 bet staked KSh 200/ }).click()
      const alert = trader.getByRole('complementary', { name: 'Alert' })
      await expect(alert).toContainText('1X2: 1')
      await expectNothingSerious(trader)
      await alert.getByRole('button', { name: 'Close the alert' }).click()
      await trader.getByRole('textbox', { name: 'Reason' }).press('1')
      await trader.keyboard.press('Enter')
      await expect(alert.getByText('Done.')).toBeVisible()
      await trader.keyboard.press('Escape')
      await expect(alert).toBeHidden()
      await expect(trader.getByText('Nothing waits.')).toBeVisible()
    } finally {
      await request.dispose()
      await app.stop()
    }
  },
)
