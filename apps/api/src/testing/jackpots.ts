import { randomUUID } from 'node:crypto'
import { jackpot as calls } from '@nare/contract/jackpot'
import type { Sent } from '@nare/contract/route'
import { sandbox } from '@nare/contract/sandbox'
import type { Outcome } from '@nare/jackpot/terms'
import type { TestApp } from './app.ts'

type Given = Partial<Sent<typeof sandbox.createJackpot>>
export type TestPool = { readonly id: string; readonly matches: readonly string[] }
export const one = { home: ['home_team'], draw: ['draw'], away: ['away_team'] } as const satisfies Record<
  string,
  readonly Outcome[]
>
const scores = { home_team: '2:1', draw: '0:0', away_team: '1:3' } as const

/** Test steps for jackpots on the sandbox's matches. */
export function jackpotWorld(nare: () => TestApp) {
  async function pool(matches: number, given: Given = {}): Promise<TestPool> {
    const ids: string[] = []
    for (let n = 0; n < matches; n++)
      ids.push(await nare().match({ home_team: `Home ${n} of ${randomUUID().slice(0, 4)}`, away_team: `Away ${n}` }))
    const created = await nare().call(sandbox.createJackpot, {
      name: `Pool ${randomUUID().slice(0, 8)}`,
      match_ids: ids,
      stake: '10.00',
      mode: 'pool',
      tiers: [{ correct: matches, share: 70 }],
      void_policy: 'draw',
      ...given,
    })
    if (created.status !== 201) throw new Error(`the pool was not created: ${JSON.stringify(created.body)}`)
    return { id: created.body.jackpot_id, matches: ids }
  }

  return {
    pool,
    place: (of: TestPool, token: string, picks: readonly (readonly Outcome[])[], id: string = randomUUID()) =>
      nare().call(
        calls.bet,
        {
          id,
          jackpot_id: of.id,
          picks: of.matches.map((match_id, n) => ({ match_id, outcomes: [...(picks[n] ?? ['draw'])] })),
        },
        token,
      ),
    /** Sends the results of a pool's matches; matches without an outcome remain open. */
    async end(of: TestPool, outcomes: readonly (Outcome | 'void' | undefined)[], certainty: 1 | 2 = 2) {
      for (const [n, outcome] of outcomes.entries()) {
        const match_id = of.matches[n] ?? ''
        if (outcome === 'void')
          await nare().call(sandbox.resultMatch, { match_id, cancelled: true, reason: 'abandoned in the rain' })
        else if (outcome) await nare().call(sandbox.resultMatch, { match_id, full_time: scores[outcome], certainty })
      }
    },
    results: async (of: TestPool) => (await nare().call(calls.results, { id: of.id })).body.data,
    shown: async (of: TestPool) => (await nare().call(calls.jackpot, { id: of.id })).body.data,
  }
}
