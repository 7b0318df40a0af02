import { randomUUID } from 'node:crypto'
import { sandbox } from '@nare/contract/sandbox'
import type { APIRequestContext, Page } from '@playwright/test'
import { ask, driveMatch, finishMatch } from './support/api.ts'
import { watchShifts } from './support/shifts.ts'
import { expect, test } from './support/test.ts'

type League = { readonly name: string; readonly home: string; readonly away: string }

/** A match of a league of this journey alone, so that its table is known. */
async function matchOf(request: APIRequestContext, { name, home, away }: League, hoursAgo: number): Promise<string> {
  const { match_id } = await ask(request, sandbox.createMatch, {
    ...{ sport_id: '79', competition_name: name, category: 'Kenya', home_team: home, away_team: away },
    ...{ home_odd: '2.00', neutral_odd: '4.00', away_odd: '4.00' },
    start_time: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  })
  return match_id
}

/** A league with two results of the same teams and one more, and a third match of both in its 30th minute. */
async function newLeague(request: APIRequestContext): Promise<League & { id: string }> {
  const mark = randomUUID().slice(0, 6)
  const league = { name: `League ${mark}`, home: `Gor ${mark}`, away: `Shabana ${mark}` }
  const first = await matchOf(request, league, 75)
  await finishMatch(request, first, { halfTime: '1:0', fullTime: '2:0' })
  const back = await matchOf(request, { ...league, home: league.away, away: league.home }, 50)
  await finishMatch(request, back, { halfTime: '0:0', fullTime: '0:0' })
  const other = await matchOf(request, { ...league, home: `Tusker ${mark}`, away: league.away }, 26)
  await finishMatch(request, other, { halfTime: '3:0', fullTime: '5:0' })
  const id = await matchOf(request, league, 0.5)
  await driveMatch(request, id, { state: 'live', minute: 30, score: '0:0' })
  return { ...league, id }
}

const speak = (page: Page, language: 'en' | 'sw') =>
  page.addInitScript((value) => {
    localStorage.setItem('bettor:locale', JSON.stringify({ value, created: Date.now(), ttl: 86_400_000 }))
  }, language)

const texts = {
  en: {
    ...{ stats: 'Stats', table: 'Table', markets: /^Markets/, chances: /^Chances from our prices: .*draw \d+%/ },
    ...{ now: 'Table if it ends now', meetings: 'won 1 of the last 2', form: '1 win, 1 draw, 0 defeats' },
  },
  sw: {
    ...{ stats: 'Takwimu', table: 'Msimamo', markets: /^Masoko/, chances: /^Uwezekano kwa odds zetu: .*sare \d+%/ },
    ...{ now: 'Msimamo ikiisha sasa', meetings: 'wameshinda 1 kati ya 2', form: 'ushindi 1, sare 1, kushindwa 0' },
  },
}

for (const language of ['en', 'sw'] as const) {
  test(
    `a match page has chances, events, counts, form, meetings and the table if it ends now (${language})`,
    { tag: ['@layout', '@long'] },
    async ({ page, request }) => {
      const { id, home, away } = await newLeague(request)
      const word = texts[language]
      await speak(page, language)
      await page.goto(`/match/${id}`)
      const main = page.getByRole('main')
      const tab = (name: string | RegExp) => main.getByRole('button', { name, exact: true })
      await tab(word.stats).click()
      await expect(main.getByRole('img', { name: word.chances })).toBeVisible()
      await expect(main.getByText(word.meetings)).toBeVisible()
      await expect(main.getByRole('heading', { name: home, level: 3 })).toContainText(word.form)
      const table = main.getByRole('table', { name: word.now })
      const row = (team: string) => table.getByRole('row').filter({ hasText: team })
      await expect(row(home)).toHaveText(/5$/)

      // A goal is in the table, the events and, with the next prices, the chances.
      const shifted = await watchShifts(page)
      await driveMatch(request, id, { minute: 31, event: 'goal', side: 'home', player: 'Otieno', score: '1:0' })
      await expect(main.getByText('Otieno').last()).toBeVisible()
      await expect(row(home)).toHaveText(/7$/)
      expect(await shifted()).toBe('')

      await tab(word.table).click()
      await expect(row(away)).toBeVisible()
      await expect(table.getByRole('row')).toHaveCount(4)
      // By keyboard back to the markets: the groups come back with them.
      await tab(word.markets).focus()
      await page.keyboard.press('Enter')
      await expect(main.getByRole('button', { name: /^(All|Zote)$/ }).first()).toBeVisible()
      await expect(table).toBeHidden()

      // A match of the past leads to its page.
      await tab(word.stats).click()
      await main.getByRole('link', { name: '2–0' }).first().click()
      await expect(page).not.toHaveURL(`/match/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(home)
    },
  )
}

test('a match without earlier results says nothing of them', { tag: '@long' }, async ({ page, request }) => {
  const mark = randomUUID().slice(0, 6)
  const league = { name: `New league ${mark}`, home: `First ${mark}`, away: `Second ${mark}` }
  const id = await matchOf(request, league, -2)
  await page.goto(`/match/${id}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Stats', exact: true }).click()
  await expect(main.getByRole('img', { name: /^Chances from our prices/ })).toBeVisible()
  for (const heading of ['What happened', 'Numbers', 'Form', 'Meetings'])
    await expect(main.getByRole('heading', { name: heading })).toHaveCount(0)
  await main.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(main.getByText('The table begins with the first results of the season')).toBeVisible()
})
