import { sandboxJackpot } from '@nare/contract/sandbox-jackpot'
import type { APIRequestContext } from '@playwright/test'
import { ask, createMatch } from './api.ts'

/** The sides of the four matches of a pool. */
export const poolTeams = [
  ...[
    ['Gor Mahia', 'Shabana'],
    ['Leopards', 'Tusker'],
    ['Bandari', 'Ulinzi Stars'],
    ['Sofapaka', 'Kariobangi Sharks'],
  ],
].map(([home = '', away = '']) => ({ home, away }))

/** Creates a pool of four matches with two prizes. */
export async function newPool(
  request: APIRequestContext,
  name: string,
  matches: Parameters<typeof createMatch>[2] = {},
) {
  const match_ids: string[] = []
  for (const match of poolTeams) match_ids.push(await createMatch(request, match, matches))
  const created = await ask(request, sandboxJackpot.createJackpot, {
    ...{ name, match_ids, stake: '50.00', mode: 'fixed', void_policy: 'draw' },
    tiers: [
      { correct: 4, prize: '10000.00' },
      { correct: 3, prize: '500.00' },
    ],
  })
  return { id: created.jackpot_id, match_ids }
}
