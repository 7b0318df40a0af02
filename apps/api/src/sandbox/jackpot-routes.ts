import { done } from '@nare/contract/outcome'
import type { sandboxJackpot as calls } from '@nare/contract/sandbox-jackpot'
import type { Jackpots } from '#modules/jackpot/jackpot'
import type { Handlers } from '#platform/calls'

/** The sandbox's call that opens a jackpot immediately. */
export const sandboxJackpots =
  (jackpots: Pick<Jackpots, 'createOpen'>): Handlers<typeof calls>['createJackpot'] =>
  async ({ carried_over: carriedOver, ...terms }) => {
    const created = await jackpots.createOpen(terms, carriedOver ?? 0n)
    if (!created.ok) return created
    return done({ jackpot_id: String(created.value.id), code: String(created.value.code) })
  }
