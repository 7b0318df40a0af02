import { createHash } from 'node:crypto'
import { request as requests } from '@playwright/test'
import { operatorComplaints } from '@nare/contract/complaints'
import { sandbox } from '@nare/contract/sandbox'
import { ask, fund, placeBet, signUp } from './support/api.ts'
import { startApp } from './support/app.ts'
import { newMatch } from './support/slip.ts'
import { enterAs, expect, expectNoSidewaysScroll, test } from './support/test.ts'

const token = 'the-token-of-customer-care'

test(
  'a complaint about a bet, whose response is lost, arrives once and is answered in the app and by message',
  { tag: '@long' },
  async ({ browser }) => {
    const OPERATORS = `sue:support:${createHash('sha256').update(token).digest('hex')}`
    const app = await startApp({ LEAGUE: 'off', CRASH: 'off', ARCADE: 'off', OPERATORS })
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

      const queue = await ask(request, operatorComplaints.complaints, {}, token)
      expect(queue.data).toMatchObject([{ about: 'bet', ref: betId, text: 'My bet was not paid' }])
      const complaint_id = queue.data[0]?.complaint_id ?? ''
      const answer = 'We have looked at it: the match is still open.'
      await ask(request, operatorComplaints.answerComplaint, { complaint_id, answer }, token)
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
