import { request as requests } from '@playwright/test'
import { sandbox } from '@nare/contract/sandbox'
import { ask, fund, placeBet, signUp } from './support/api.ts'
import { startApp } from './support/app.ts'
import { newMatch } from './support/slip.ts'
import { expectNothingSerious } from './support/console.ts'
import { personAt, task } from './support/tasks.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

test(
  'a complaint about a bet, whose response is lost, arrives once and is answered in the app and by message',
  { tag: ['@desktop', '@long'] },
  async ({ browser }) => {
    test.setTimeout(240_000)
    const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off' })
    const request = await requests.newContext({ baseURL: app.url })
    try {
      const bettor = await signUp(request)
      await fund(request, bettor.msisdn, '1000.00')
      const match = await newMatch(request)
      const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
      const betId = (await placeBet(request, bettor, '100', [pick])).bet?.bet_id ?? ''
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 360, height: 740 } })
      const page = await context.newPage()
      await enterAs(page, bettor)
      await page.goto(`/my-bets?bet=${betId}`)
      await page.getByRole('link', { name: 'Something wrong?' }).click()
      await expect(page.getByRole('heading', { level: 2, name: 'Something wrong?' })).toBeVisible()
      await expect(page.getByText(`Bet #${betId}`)).toBeVisible()
      await expect(page.getByText("You haven't sent any complaint")).toBeVisible()
      await expectNoSidewaysScroll(page)

      const text = page.getByLabel('What happened, and what do you want?')
      await page.getByRole('button', { name: 'Send complaint' }).click()
      await expect(page.getByText('Tell us what happened')).toBeVisible()
      await expect(text).toBeFocused()
      let lost = 1
      await page.route('**/v1/complaints', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        await (lost-- > 0 ? route.abort() : route.continue())
      })
      await page.keyboard.type('My bet was not paid')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/We have your complaint, number \d+\. You get an answer by/)).toBeVisible()
      await expect(text).toHaveValue('')
      const row = page.getByRole('list', { name: 'Your complaints' }).getByRole('listitem')
      await expect(row).toHaveCount(1)
      await expect(row).toContainText('My bet was not paid')
      await expect(row).toContainText('You get an answer by')

      const answer = 'We have looked at it: the match is still open.'
      const dalili = await personAt({ browser, request }, { url: app.url, name: 'dalili', path: '/' })
      const waits = dalili.getByRole('button', { name: /Complaints.*of 1 d/ })
      await task(dalili, 'answer a complaint with its ticket', async () => {
        await waits.click()
        await expect(dalili).toHaveURL(/\/house\/complaints/)
        await expect(dalili.getByRole('grid', { name: 'Complaints' })).toContainText('My bet was not paid')
        await dalili.keyboard.press('j')
        const panel = dalili.getByRole('complementary', { name: 'Complaint' })
        await panel.getByRole('link', { name: `Ticket ${betId}` }).click()
        await expect(dalili.getByText('Ticket, kept as evidence')).toBeVisible()
        await expect(dalili.getByRole('heading', { level: 1, name: new RegExp(betId) })).toBeVisible()
        await dalili.goBack()
        await expect(panel).toContainText('My bet was not paid')
        await dalili.keyboard.press('a')
        await expect(panel.getByRole('textbox', { name: 'Answer' })).toBeFocused()
        await dalili.keyboard.type(answer)
        await panel.getByRole('textbox', { name: 'Reason' }).fill('the match is not over')
        await dalili.keyboard.press('Enter')
        await expect(panel.getByText('Answered.', { exact: true })).toBeVisible()
      })
      await expectNothingSerious(dalili)
      await dalili.goto('/console/')
      await expect(dalili.getByRole('group', { name: 'What waits' })).toBeVisible()
      await expect(waits).toHaveCount(0)
      await dalili.context().close()
      await page.goto('/dispute-resolution')
      await page.getByRole('link', { name: 'Complaints', exact: true }).click()
      await expect(row).toContainText('Answered')
      await expect(row).toContainText(answer)
      await expect
        .poll(async () => JSON.stringify(await ask(request, sandbox.phone, { msisdn: bettor.msisdn })))
        .toContain(answer)
      await row.getByRole('link', { name: `Bet #${betId}` }).click()
      await expect(page.getByRole('heading', { name: `Bet #${betId}` })).toBeVisible()
      await context.close()
    } finally {
      await request.dispose()
      await app.stop()
    }
  },
)
