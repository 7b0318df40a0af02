import type { Failed } from '@nare/client/call'
import { betting as calls } from '@nare/contract/betting'
import { catalog } from '@nare/contract/catalog'
import * as z from 'zod/mini'
import { command, commandOf } from './area.ts'
import { betting, type BettingState } from './betting.ts'
import { endpointRoute, type EndpointCall } from './endpoint-call.ts'

const zFlag = z.optional(z.boolean())
const place = { ...calls.place, answer: z.extend(calls.place.answer, { insufficient_balance: zFlag }) }
const zPlaced = z.looseObject({ message: z.optional(z.string()), insufficient_balance: zFlag })
/** The specification's message for a failed placement. */
export const placementFailed = ' Bet placement failed'

export const validateSlip = command('betting/validate', calls.validate)
/** Validates a slip at the endpoint of the argument. */
export const validateSlipAt = commandOf('betting/validateAt', (given: EndpointCall) => ({
  route: endpointRoute(given, { answer: calls.validate.answer, fallback: calls.validate.fallback }),
  input: given.data ?? {},
}))
export const placeBet = command('betting/place', place)
/** Places a bet at the endpoint of the argument; a jackpot has a separate fallback message. */
export const placeBetAt = commandOf('betting/placeAt', (given: EndpointCall & { jackpot?: boolean }) => ({
  route: endpointRoute(
    { method: 'POST', ...given },
    { answer: zPlaced, created: true, fallback: `${given.jackpot ? 'jackpot ' : ''}${placementFailed}` },
  ),
  input: given.data ?? {},
}))
/** A match with all its markets. */
export const fetchMarkets = command('betting/markets', catalog.match)

/** The validated stake and its bonus part. */
function bonusOf({ bonus }: { bonus?: string | undefined }, sent: unknown): BettingState['slip_bonus'] {
  const stake = typeof sent === 'object' && sent !== null && 'stake' in sent ? sent.stake : undefined
  return typeof stake === 'string' ? { stake, part: bonus ?? '0.00' } : null
}

const unpriced = { netWin: null, netWinBoosted: null, hasBoost: false, remaining_games: 0, multiboostmessage: '' }
const validated = {
  loading: 'loading_slip_validation',
  error: 'error_slip_validation',
  done: (answer: z.output<typeof calls.validate.answer>, _: BettingState, arg: unknown) => ({
    slip_validation_data: answer.data,
    slip_validation_status: 200,
    minStake: answer.minStake,
    netWin: answer.netWin,
    netWinBoosted: answer.netWinBoosted,
    hasBoost: answer.hasBoost,
    remaining_games: answer.remaining_games,
    multiboostmessage: answer.multiboostmessage,
    slip_has_live_interval: answer.slip_has_live_interval,
    slip_tax: answer.tax,
    boost_percent: answer.boost_percent,
    slip_bonus: bonusOf(answer, arg),
  }),
  failed: ({ status }: Failed) => ({ slip_validation_status: status, ...unpriced }),
} as const

/** The common handlers of every kind of placement: they store its message and the flag for a too low balance. */
export const placement = {
  loading: 'loading',
  error: 'error',
  begun: (): Partial<BettingState> => ({ insufficient_balance: false, bet_placement_message: null }),
  failed: ({ error, body }: Failed): Partial<BettingState> => ({
    bet_placement_message: typeof body.message === 'string' && body.message !== '' ? body.message : error,
    insufficient_balance: body.insufficient_balance === true,
  }),
} as const

/** The message and the flag of an accepted placement. */
export function placedFields(answer: {
  message?: string | undefined
  insufficient_balance?: boolean | undefined
}): Partial<BettingState> {
  return {
    bet_placement_message: answer.message ?? null,
    insufficient_balance: answer.insufficient_balance === true,
  }
}

betting.on(validateSlip, validated)
betting.on(validateSlipAt, validated)
betting.on(placeBet, { ...placement, done: (answer) => ({ betslip: answer, ...placedFields(answer) }) })
betting.on(placeBetAt, {
  ...placement,
  done: (answer, _, { jackpot }) => ({ ...placedFields(answer), ...(jackpot && { jackpotbestlip: answer }) }),
})
betting.on(fetchMarkets, { loading: 'loading', error: 'error', done: ({ data }) => ({ markets: data }) })
