import { ask, driveMatch, finishMatch, placeBet } from './support/api.ts'
import { betting } from '@nare/contract/betting'
import { combinations } from '@nare/contract/combinations'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { newMatch } from './support/slip.ts'
import { fill, outcomeAs, personAt, searchFor, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

test(
  'support finds a bet by its id and answers from the ticket alone why it was settled as it was',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const match = await newMatch(request)
    const pick = { match_id: match.id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' }
    const placed = await placeBet(request, funded, '100', [pick])
    const betId = placed.bet?.bet_id ?? ''
    await driveMatch(request, match.id, { odds: { 1: { home_team: '1.80' } } })
    await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '1:0', goals: ['home'] })
    await expect.poll(async () => (await ask(request, betting.bet, { id: betId }, funded.token)).data.state).toBe('won')
    await finishMatch(request, match.id, { halfTime: '0:0', fullTime: '0:1', goals: ['away'] })
    await expect
      .poll(async () => (await ask(request, betting.bet, { id: betId }, funded.token)).data.state)
      .toBe('lost')

    const page = await personAt({ browser, request }, { url: house.app.url, name: 'dalili', path: '/' })
    await task(page, 'find a bet by its id and answer "my bet was settled wrong"', async () => {
      await searchFor(page, betId, 'Ticket')
      await expect(page.getByRole('heading', { level: 1, name: betId })).toBeVisible()
      await expect(
        page.getByText(`Lost: its pick lost. 1X2, 1 (${match.home}): the match ended 0:1, so it lost.`),
      ).toBeVisible()
    })
    const results = page.getByRole('region', { name: 'Result versions' }).getByRole('row')
    await expect(results).toHaveCount(3)
    await expect(results.nth(1)).toContainText('1:0 (1:0)')
    await expect(results.nth(2)).toContainText('0:1 (0:0)')
    const moments = page.getByRole('region', { name: 'To the millisecond' })
    await expect(moments).toContainText('Accepted at 2.10')
    await expect(moments).toContainText('Price 1.80')
    await expect(page.getByRole('region', { name: 'Every transfer in the ledger' }).getByRole('row')).toHaveCount(4)
    await expect(page.getByRole('region', { name: 'Who touched it' })).toContainText('dalili')
    await expectNothingSerious(page)
    await page.keyboard.press('b')
    await expect(page.getByRole('heading', { level: 1, name: funded.user.name })).toBeVisible()
    await page.context().close()
  },
)

test(
  'the ticket of a combination draws the prices of its parts, and support ends one session of its bettor with a reason',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const match = await newMatch(request)
    const picks = [
      { sub_type_id: '1', odd_key: 'home_team' },
      { sub_type_id: '18', odd_key: 'over 2.5' },
    ]
    const { data } = await ask(request, combinations.combine, { match_id: match.id, picks }, funded.token)
    const pick = { match_id: match.id, sub_type_id: '900', odd_key: data.odd_key, odd_value: data.odd_value ?? '' }
    const placed = await placeBet(request, funded, '100', [pick])
    const betId = placed.bet?.bet_id ?? ''
    const page = await personAt({ browser, request }, { url: house.app.url, name: 'dalili', path: `/bets/${betId}` })
    await expect(page.getByRole('heading', { level: 1, name: betId })).toBeVisible()
    for (const part of [`1X2: ${match.home}`, /: Over 2\.5$/])
      await expect(page.getByRole('region', { name: part }).getByRole('img')).toContainText('offered')
    const moments = page.getByRole('region', { name: 'To the millisecond' })
    await expect(moments).toContainText(`1X2: ${match.home}: price 2.10`)
    await expectNothingSerious(page)
    await page.keyboard.press('b')
    await expect(page.getByRole('heading', { level: 1, name: funded.user.name })).toBeVisible()
    await task(page, 'end one session of a bettor', async () => {
      await page
        .getByRole('button', { name: /^End the session of / })
        .first()
        .click()
      await fill(page, {}, 'the phone was sold')
      await outcomeAs(page, request, { name: 'dalili', outcome: /The session has ended\./ })
    })
    await expect(page.getByRole('button', { name: /^End the session of / })).toHaveCount(0)
    await expectNothingSerious(page)
    await page.context().close()
  },
)

test(
  'the auditor reads who did what to a bettor, and each line names the hash of the one before',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const number = `0${funded.msisdn.slice(3)}`
    const esther = await at('esther', '/')
    await task(esther, 'find a bettor by the number and freeze the account', async () => {
      await searchFor(esther, number, 'Bettor')
      await expect(esther.getByRole('heading', { level: 1, name: funded.user.name })).toBeVisible()
      await esther.keyboard.press('l')
      await fill(esther, {}, 'phone stolen')
      await outcomeAs(esther, request, { name: 'esther', outcome: /Locked\./ })
    })
    const bettor = `bettor ${new URL(esther.url()).pathname.split('/').at(-1)}`
    await esther.keyboard.press('Escape')
    await esther.keyboard.press('v')
    await fill(esther, {}, 'to call back')
    await expect(esther.getByText(funded.msisdn).first()).toBeVisible()
    await esther.context().close()

    const page = await at('hawa', '/house/audit')
    const lines = page.getByRole('grid', { name: 'Audit lines' })
    const panel = page.getByRole('complementary', { name: 'Line' })
    await expect(lines).toContainText('staff.login')
    await task(page, 'read the audit: who did what to this bettor', async () => {
      await page.getByLabel('Subject').focus()
      await page.keyboard.type(bettor)
      await page.keyboard.press('Enter')
      await expect(lines).not.toContainText('staff.login')
      await expect(lines.getByRole('row', { name: /bettor.lock/ })).toContainText('phone stolen')
      await expect(lines.getByRole('row', { name: /bettor.reveal/ })).toContainText('to call back')
      await page.keyboard.press('j')
      await expect(panel).toContainText('Hash of the line before')
    })
    expect(await lines.textContent()).not.toContain(funded.msisdn)
    await expectNothingSerious(page)
    await page.getByLabel('Subject').fill('')
    await page.getByLabel('Subject').press('Enter')
    await expect(lines).toContainText('staff.login')
    const hashes = async (): Promise<string[]> =>
      panel
        .locator('dd')
        .filter({ hasText: /^[0-9a-f]{64}$/ })
        .allTextContents()
    await page.keyboard.press('Home')
    await page.keyboard.press('j')
    const [, previous] = await hashes()
    await page.keyboard.press('j')
    await expect.poll(async () => (await hashes())[0]).toBe(previous)
    await page.context().close()
  },
)

test(
  'support opens the booking codes from the bets, and finds one by the link that a bettor sent',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house }) => {
    const codes: string[] = []
    for (const odd_key of ['home_team', 'away_team']) {
      const match = await newMatch(request)
      const slip = [{ match_id: match.id, sub_type_id: '1', odd_key, odd_value: '2.10' }]
      codes.push((await ask(request, betting.share, { slip })).code)
    }
    const [first = '', second = ''] = codes
    const page = await personAt({ browser, request }, { url: house.app.url, name: 'dalili', path: '/bets' })
    await page.getByRole('link', { name: 'Booking codes' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Booking codes' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: second })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(`https://nare.example/b/${first.toLowerCase()}`)
    await expect(page.getByRole('row').filter({ hasText: second })).toHaveCount(0)
    await expect(page.getByText(`${first}: 1 pick, shared`)).toBeVisible()
    const picks = page.getByRole('grid', { name: 'Picks of this code' })
    await expect(picks.getByRole('row').filter({ hasText: '2.10' })).toContainText('1X2: 1')
    await expectNothingSerious(page)
    await page.goto(`/console/bets/codes/${second}`)
    await expect(page.getByText(`${second}: 1 pick, shared`)).toBeVisible()
    await expect(picks.getByRole('row').filter({ hasText: '1X2: 2' })).toBeVisible()
    await page.context().close()
  },
)
