import { jackpot } from '@nare/contract/jackpot'
import { sandbox } from '@nare/contract/sandbox'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { ask, finishMatch, fund, placeBet, type Bettor } from './support/api.ts'
import { expectNothingSerious } from './support/console.ts'
import { test } from './support/house.ts'
import { newMatch } from './support/slip.ts'
import { decideProposal, fill, outcomeAs, personAt, task } from './support/tasks.ts'
import { expect } from './support/test.ts'

const row = (page: Page, grid: string, name: string | RegExp): Locator =>
  page.getByRole('grid', { name: grid }).getByRole('row', { name })
const form = (page: Page) => page.getByRole('form')

/** Types into fields of the open form by their labels, with keys alone. */
async function type(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await form(page).getByLabel(label, { exact: true }).first().focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }
}

/** Writes a date and a time into a field: browsers type these in parts. */
const setTime = (page: Page, label: string, at: string) => form(page).getByLabel(label).fill(at)

/** A moment of the country, so many days from now by the app's clock, as its fields write it. */
async function inDays(request: APIRequestContext, days: number): Promise<string> {
  const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
  return new Date(Date.parse(now) + days * 86_400_000 + 3 * 3_600_000).toISOString().slice(0, 16)
}

/** A match in two hours by the app's clock, which another journey may have moved. */
async function matchSoon(request: APIRequestContext) {
  const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
  return newMatch(request, { start_time: new Date(Date.parse(now) + 7_200_000).toISOString() })
}

const pick = (match_id: string) => ({ match_id, sub_type_id: '1', odd_key: 'home_team', odd_value: '2.10' })

test(
  'a jackpot is drafted, opened by another person and cancelled by two; a promotion is proposed, approved by another person and stopped, with keys',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, funded }) => {
    test.setTimeout(300_000)
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    const [first, second] = [await matchSoon(request), await matchSoon(request)]
    const gitonga = await at('gitonga', '/house/jackpots')
    const asha = await at('asha', '/house/jackpots?state=draft')

    const name = `Weekend ${first.home.slice(-6)}`
    await expect(gitonga.getByRole('link', { name: 'New jackpot' })).toBeVisible()
    await task(gitonga, 'draft a jackpot', async () => {
      await gitonga.keyboard.press('n')
      await expect(form(gitonga).getByLabel('Name')).toBeFocused()
      await type(gitonga, { Name: name, 'Price of a line, KSh': '0', Right: '3', 'Prize, KSh': '100000' })
      for (const { home } of [first, second]) {
        await type(gitonga, { 'Find a match': home })
        await form(gitonga).getByRole('checkbox', { name: home }).press('Space')
      }
      await expect(form(gitonga)).toContainText('The house promises KSh 100,000 whatever is staked.')
      await fill(gitonga, {}, 'the pool of the weekend')
      // What the server finds wrong stands at its fields, and the focus in the first of them.
      await expect(form(gitonga)).toContainText('A score is between 1 and the number of matches')
      await expect(form(gitonga).getByLabel('Price of a line, KSh')).toBeFocused()
    })
    await expectNothingSerious(gitonga)
    await task(gitonga, 'mend what is wrong with a jackpot', async () => {
      await type(gitonga, { 'Price of a line, KSh': '50', Right: '2' })
      await fill(gitonga, {}, '')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Drafted\. Another person opens it/ })
    })
    await gitonga.getByRole('link', { name: 'See it' }).press('Enter')
    const own = gitonga.getByRole('complementary', { name: 'Jackpots' })
    await expect(own).toContainText('You drafted it, so another person opens it.')
    await expect(own).toContainText(`${first.home} – ${first.away}`)

    await expect(row(asha, 'Jackpots', new RegExp(`^${name}`))).toBeVisible()
    await task(asha, 'open a jackpot of another person', async () => {
      await asha.keyboard.press('j')
      await asha.keyboard.press('a')
      await expect(form(asha)).toContainText('It promises KSh 100,000 now.')
      await fill(asha, {}, 'the terms are right')
      await outcomeAs(asha, request, { name: 'asha', outcome: /It is open/ })
    })
    const pool = (await ask(request, jackpot.jackpots, {})).data.find((one) => one.name === name)
    await ask(
      request,
      jackpot.bet,
      {
        ...{ id: crypto.randomUUID(), jackpot_id: pool?.jackpot_id ?? '' },
        picks: (pool?.matches ?? []).map(({ match_id }) => ({
          match_id,
          outcomes: ['home_team' as const, 'draw' as const],
        })),
      },
      funded.token,
    )
    await gitonga.goto('/console/house/jackpots?state=open')
    await expect(row(gitonga, 'Jackpots', new RegExp(`^${name}`))).toContainText('200')
    await task(gitonga, 'see what closing a jackpot would do, and leave it', async () => {
      await gitonga.keyboard.press('j')
      await gitonga.keyboard.press('c')
      await gitonga.getByRole('button', { name: 'See what will happen', exact: true }).click()
      await expect(form(gitonga)).toContainText('What tickets are paid is decided by results that nobody knows yet.')
      await gitonga.keyboard.press('Escape')
      await expect(form(gitonga)).toHaveCount(0)
    })
    await task(gitonga, 'propose to cancel a jackpot', async () => {
      await gitonga.keyboard.press('x')
      await gitonga.getByRole('button', { name: 'See what will happen', exact: true }).click()
      await expect(form(gitonga)).toContainText('1 ticket changes, 1 of them is paid. KSh 200 is paid out.')
      await fill(gitonga, {}, 'the matches are moved')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Waits for a second person/ })
    })
    await expect(row(gitonga, 'Jackpots', new RegExp(`^${name}`))).toContainText('Cancelling')
    await asha.goto('/console/house/proposals')
    await task(asha, 'confirm the cancellation', () =>
      decideProposal(asha, request, { name: 'asha', about: 'Jackpot', key: 'a', outcome: /Done\./ }),
    )
    await gitonga.goto('/console/house/jackpots?state=cancelled')
    await row(gitonga, 'Jackpots', new RegExp(`^${name}`)).click()
    await expect(own).toContainText(/Refunded\s*200/)
    await expect(own.getByRole('button', { name: /Cancel/ })).toHaveCount(0)
    await expectNothingSerious(gitonga)

    await gitonga.goto('/console/house/promotions')
    await expect(gitonga.getByRole('link', { name: 'New promotion' })).toBeVisible()
    await task(gitonga, 'propose a promotion', async () => {
      await gitonga.keyboard.press('n')
      await type(gitonga, {
        ...{ 'Title in English': 'Derby bonus', 'Title in Swahili': 'Bonasi ya derby' },
        ...{ 'Summary in English': 'Half of your deposit', 'Summary in Swahili': 'Nusu ya amana' },
        ...{ 'Costs at most, KSh': '100', Percent: '50', 'Most of one bettor, KSh': '500' },
        ...{ 'Least deposit, KSh': '100', 'Times to stake it': '3', 'Days until it expires': '7' },
      })
      await setTime(gitonga, 'From, in Nairobi', await inDays(request, -1))
      await setTime(gitonga, 'Until, in Nairobi', await inDays(request, 6))
      await fill(gitonga, {}, 'for the derby')
      await expect(form(gitonga)).toContainText('Needed for this kind')
      await expect(form(gitonga)).toContainText('At least what one bettor may get')
      await expect(form(gitonga).getByLabel('Costs at most, KSh')).toBeFocused()
    })
    await expectNothingSerious(gitonga)
    await task(gitonga, 'mend what is wrong with a promotion', async () => {
      await type(gitonga, { 'Costs at most, KSh': '50,000', 'Least odds': '1.50' })
      await fill(gitonga, {}, '')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Proposed\. Another person approves it/ })
    })
    await asha.goto('/console/house/promotions?state=proposed')
    await task(asha, 'approve a promotion of another person', async () => {
      await expect(row(asha, 'Promotions', /^Derby bonus/)).toBeVisible()
      await asha.keyboard.press('j')
      const panel = asha.getByRole('complementary', { name: 'Promotions' })
      await expect(panel).toContainText('Nusu ya amana')
      await expect(panel).toContainText(/Least odds\s*1\.50/)
      await asha.keyboard.press('a')
      await expect(form(asha)).toContainText('gives at most KSh 50,000.')
      await fill(asha, {}, 'agreed')
      await outcomeAs(asha, request, { name: 'asha', outcome: /Done\./ })
    })
    await gitonga.goto('/console/house/promotions?state=running')
    await row(gitonga, 'Promotions', /^Derby bonus/).click()
    const promotion = gitonga.getByRole('complementary', { name: 'Promotions' })
    await expect(promotion).toContainText(/Approved by\s*asha/)
    await expect(promotion).toContainText(/Left for others\s*50,000/)
    await expectNothingSerious(gitonga)
    await task(gitonga, 'stop a promotion', async () => {
      await gitonga.keyboard.press('e')
      await expect(form(gitonga)).toContainText(
        'Nobody can join any more. Those who joined are honoured: KSh 0 is reserved',
      )
      await fill(gitonga, {}, 'the derby is moved')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Done\./ })
    })
    for (const page of [gitonga, asha]) await page.context().close()
  },
)

/** One bettor wins and another one loses enough for prizes on the board of the day; then the day is over for five minutes. */
async function endDay(request: APIRequestContext, winner: Bettor, loser: Bettor): Promise<void> {
  const match = await matchSoon(request)
  await placeBet(request, winner, '80.00', [pick(match.id)])
  await finishMatch(request, match.id, { halfTime: '1:0', fullTime: '1:0' })
  const lost = await matchSoon(request)
  await placeBet(request, loser, '5000.00', [pick(lost.id)])
  await finishMatch(request, lost.id, { halfTime: '0:0', fullTime: '0:1' })
  await ask(request, sandbox.quiet, {})
  const { now } = await ask(request, sandbox.clock, { advance_s: 0 })
  const dayMs = 86_400_000
  const intoDay = (Date.parse(now) + 3 * 3_600_000) % dayMs
  await ask(request, sandbox.clock, { advance_s: Math.round((dayMs - intoDay) / 1000) + 320 })
}

test(
  'a period of a board is closed and its prizes are withheld; points are adjusted by two people, and the figures follow',
  { tag: ['@desktop', '@long'] },
  async ({ browser, request, house, bettor, funded }) => {
    test.setTimeout(300_000)
    const at = (name: string, path: string) => personAt({ browser, request }, { url: house.app.url, name, path })
    await fund(request, bettor.msisdn, '6000.00')
    await endDay(request, funded, bettor)
    const gitonga = await at('gitonga', '/house/boards?state=ended')
    await task(gitonga, 'close a period and withhold its prizes', async () => {
      await row(gitonga, 'Leaderboards', /^Sports, day/).click()
      const panel = gitonga.getByRole('complementary', { name: 'Leaderboards' })
      await expect(panel).toContainText(/Stakes on sports\s*[\d,]{5,}/)
      await gitonga.keyboard.press('c')
      await gitonga.getByRole('button', { name: 'See what will happen', exact: true }).click()
      await expect(form(gitonga)).toContainText(/KSh.[\d,.]+ waits for \d+ bettors?/)
      await expect(form(gitonga).getByRole('table', { name: 'The largest prizes' })).toBeVisible()
      await fill(gitonga, {}, 'the day is over')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Closed: \d+ winners?, KSh.[\d,.]+ waits/ })
      await gitonga.goto('/console/house/boards?state=waiting')
      await row(gitonga, 'Leaderboards', /^Sports, day/).click()
      await expect(panel.getByRole('table')).toContainText('1')
      await expectNothingSerious(gitonga)
      await gitonga.keyboard.press('r')
      await gitonga.getByRole('button', { name: 'See what will happen', exact: true }).click()
      await expect(form(gitonga)).toContainText(/KSh.[\d,.]+ of \d+ bettors? is not paid/)
      await fill(gitonga, {}, 'two accounts of one person')
      await outcomeAs(gitonga, request, { name: 'gitonga', outcome: /Withheld\./ })
    })

    const asha = await at('asha', '/bettors')
    const id = await asha.evaluate(
      async (number) =>
        ((await (await fetch(`/v1/operator/bettors?q=${number}`)).json()) as { data: { bettor_id: string }[] }).data[0]
          ?.bettor_id ?? '',
      `0${funded.msisdn.slice(3)}`,
    )
    await gitonga.goto('/console/house/points')
    await expect(gitonga.getByRole('button', { name: /Adjust points/ })).toBeVisible()
    await expect(gitonga.getByRole('region', { name: 'Points by the ledger' })).toContainText('Outstanding now')
    const adjust = async (page: Page, name: string, outcome: RegExp) => {
      await page.keyboard.press('n')
      await expect(page.getByLabel('Id of the bettor')).toBeFocused()
      await type(page, { 'Id of the bettor': id, Points: '50,000' })
      await expect(form(page)).toContainText(`50,000 points are added to bettor ${id}.`)
      await page.getByRole('button', { name: 'See what will happen', exact: true }).click()
      await expect(form(page)).toContainText(/The points go from [\d,]+ to 5[\d,]+\. No money moves/)
      await fill(page, {}, 'a prize of the stadium')
      await outcomeAs(page, request, { name, outcome })
    }
    await task(gitonga, 'propose many points', () => adjust(gitonga, 'gitonga', /Waits for a second person/))
    await expect(row(gitonga, 'Adjustments of points', new RegExp(`Bettor ${id} \\+50,000 gitonga`))).toBeVisible()
    await asha.goto('/console/house/points')
    await expect(asha.getByRole('button', { name: /Adjust points/ })).toBeVisible()
    await task(asha, 'confirm them by the same form', () => adjust(asha, 'asha', /The points are adjusted/))
    await expect(row(asha, 'Adjustments of points', /\+50,000 gitonga asha/)).toBeVisible()
    await expect(asha.getByRole('region', { name: 'Points by the ledger' })).toContainText('50,000 by hand')
    await expectNothingSerious(asha)
    for (const page of [gitonga, asha]) await page.context().close()
  },
)
