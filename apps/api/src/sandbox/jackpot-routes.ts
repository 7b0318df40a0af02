import { done } from '@nare/contract/outcome'
import type { sandboxJackpot as calls } from '@nare/contract/sandbox-jackpot'
import type { Jackpots } from '#modules/jackpot/jackpot'
import type { Handlers } from '#platform/calls'

/** The sandbox's call that opens a jackpot immediately. */
export const sandboxJackpots =
  (jackpots: Pick<Jackpots, 'createOpen'>): Handlers<typeof calls>['createJackpot'] =>
  async ({ carried_over: carriedOver, ...terms }) => {
    const made = await jackpots.createOpen(terms, carriedOver ?? 0n)
    if (!made.ok) return made
    return done({ jackpot_id: String(made.value.id), code: String(made.value.code) })
  }
