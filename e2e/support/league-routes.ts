import type { Page } from '@playwright/test'
import type { recordedLeague } from './league-answers.ts'

export type Recorded = ReturnType<typeof recordedLeague>

/** Answers the league calls of a page from a recording. `nowMs` returns the time of the server for each request. */
export async function answerFrom(page: Page, recorded: Recorded, nowMs: () => number): Promise<void> {
  await page.route(/\/v1\/nare-league\//, async (route) => {
    const request = route.request()
    const [, name = '', id = ''] = /nare-league\/([^/?]+)\/?([^/?]*)/.exec(request.url()) ?? []
    if (name === 'seasons' && id.endsWith('.json'))
      return route.fulfill({ contentType: 'application/json', body: recorded.season.text })
    if (name === 'seasons') {
      const { text, ...published } = recorded.season
      return route.fulfill({ json: { data: JSON.parse(text) as unknown, ...published, salt_source: 'sandbox' } })
    }
    if (name === 'rounds') return route.fulfill({ json: recorded.round(decodeURIComponent(id), nowMs()) })
    const input = (request.postDataJSON() ?? {}) as Record<string, unknown>
    const answer = recorded.answer(name, input, nowMs())
    return answer === undefined ? route.continue() : route.fulfill({ json: answer })
  })
}
