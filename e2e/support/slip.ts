import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { createMatch, driveMatch } from './api.ts'

export type Fixture = { readonly id: string; readonly home: string; readonly away: string }

/** A match for one test: unique team names, at the prices of `createMatch`. */
export async function newMatch(
  request: APIRequestContext,
  prices: Parameters<typeof createMatch>[2] = {},
): Promise<Fixture> {
  const mark = randomUUID().slice(0, 6)
  const teams = { home: `Simba ${mark}`, away: `Chui ${mark}` }
  return { id: await createMatch(request, teams, prices), ...teams }
}

/** A live match in its 30th minute at 0:0. */
export async function newLiveMatch(request: APIRequestContext): Promise<Fixture> {
  const match = await newMatch(request, { start_time: new Date(Date.now() - 1_800_000).toISOString() })
  await driveMatch(request, match.id, { state: 'live', minute: 30, score: '0:0' })
  return match
}

/** The 1X2 price buttons on the page of a match of `newMatch`: home team, draw, away team. */
export function resultOf(page: Page): { home: Locator; draw: Locator; away: Locator } {
  const strip = page.getByRole('group', { name: '1X2', exact: true })
  return {
    home: strip.getByRole('button', { name: /^Simba / }),
    draw: strip.getByRole('button', { name: /^(Draw|Sare) / }),
    away: strip.getByRole('button', { name: /^Chui / }),
  }
}

/** True if the slip is a column next to the page, not a sheet over it. */
export const isWide = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= 960

/** The open slip: the sheet on phones, the column on wide screens. */
export async function openSlip(page: Page): Promise<Locator> {
  if (isWide(page)) return page.getByRole('complementary', { name: 'Slip' })
  await page.getByRole('button', { name: /^(\d+ picks?|Bet placed)/ }).click()
  return page.getByRole('dialog', { name: 'Slip' })
}

/** The whole open slip: on a phone, a single pick is in a low sheet before. */
export async function openWholeSlip(page: Page): Promise<Locator> {
  const slip = await openSlip(page)
  const handle = slip.getByRole('button', { name: 'Show the whole slip' })
  await expect(slip.getByRole('button', { name: /^(Show the whole slip|Clear)$/ })).toBeVisible()
  if (await handle.isVisible()) await handle.click()
  return slip
}

/** Opens a match, picks its home team, opens the slip and types the stake. */
export async function pickHome(page: Page, match: Fixture, stake: string): Promise<Locator> {
  await page.goto(`/match/${match.id}`)
  await resultOf(page).home.click()
  const slip = await openSlip(page)
  await slip
    .getByLabel(/^Stake/)
    .first()
    .fill(stake)
  return slip
}

/** Taps the button with this label as soon as the page shows it, as a thumb does that was on its way to the earlier label. */
export async function tapAtFirstSight(page: Page, label: string): Promise<void> {
  await page.evaluate((start) => {
    const tap = (_: unknown, observer: MutationObserver): void => {
      const shown = [...document.querySelectorAll('button')].find((button) => button.textContent.startsWith(start))
      if (!shown) return
      observer.disconnect()
      shown.click()
    }
    new MutationObserver(tap).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, label)
}
