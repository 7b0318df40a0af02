import type { Failed } from '@nare/client/call'
import { betting as calls } from '@nare/contract/betting'
import type { Answer } from '@nare/contract/route'
import { area, command } from './area.ts'
import type { Pick } from './picks.ts'

export type BetType = 'single' | 'multi' | 'system'
export type Accept = 'none' | 'higher' | 'any'
export type Checked = Answer<typeof calls.validate>
export type Placed = Answer<typeof calls.place>

export type BettingState = {
  slip: Pick[]
  betslip: Placed | null
  kironbetslip: unknown
  jackpotbestlip: unknown
  picked: string
  ucn: string
  oddValue: string
  loading: boolean
  loading_slip_validation: boolean
  slip_validation_data: Checked['data']
  slip_validation_status: number | null
  error: string | null
  error_slip_validation: string | null
  minStake: string | null
  netWin: string | null
  netWinBoosted: string | null
  hasBoost: boolean
  remaining_games: number
  multiboostmessage: string
  insufficient_balance: boolean
  bet_placement_message: string | null
  slip_has_live_interval: number
  jackpot: unknown
  /** Ours beside the specification's fields: the slip's tax line, and the percentage its boost stands at. */
  slip_tax: Checked['tax'] | null
  boost_percent: number
  /** How the slip is to be bet, where its command stands, and why the last one was refused. */
  bet_type: BetType
  system: number[]
  accept: Accept
  placing: 'idle' | 'sending' | 'checking' | 'unknown'
  refusal: Failed | null
  receipts: Placed['bet'][]
}

export const bettingDefaults: BettingState = {
  slip: [],
  betslip: null,
  kironbetslip: null,
  jackpotbestlip: null,
  picked: '',
  ucn: '',
  oddValue: '',
  loading: false,
  loading_slip_validation: false,
  slip_validation_data: [],
  slip_validation_status: null,
  error: null,
  error_slip_validation: null,
  minStake: null,
  netWin: null,
  netWinBoosted: null,
  hasBoost: false,
  remaining_games: 0,
  multiboostmessage: '',
  insufficient_balance: false,
  bet_placement_message: null,
  slip_has_live_interval: 0,
  jackpot: null,
  slip_tax: null,
  boost_percent: 0,
  bet_type: 'multi',
  system: [],
  accept: 'higher',
  placing: 'idle',
  refusal: null,
  receipts: [],
}

export const validateSlip = command('betting/validate', calls.validate)
export const placeBet = command('betting/place', calls.place)

const unpriced = { netWin: null, netWinBoosted: null, hasBoost: false, remaining_games: 0, multiboostmessage: '' }

export const betting = area('betting', bettingDefaults, (on) => {
  on(validateSlip, {
    loading: 'loading_slip_validation',
    error: 'error_slip_validation',
    done: (answer) => ({
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
    }),
    failed: ({ status }) => ({ slip_validation_status: status, ...unpriced }),
  })
  on(placeBet, {
    loading: 'loading',
    error: 'error',
    begun: () => ({ insufficient_balance: false, bet_placement_message: null }),
    done: (answer) => ({ betslip: answer, bet_placement_message: answer.message, insufficient_balance: false }),
    failed: ({ error, body }) => ({
      bet_placement_message: error,
      insufficient_balance: body.insufficient_balance === true,
    }),
  })
})

/** The slip after an outcome was tapped: taken away when it was in, else added in place of the match's other pick. */
export function toggled(slip: readonly Pick[], pick: Pick): Pick[] {
  if (slip.some(({ ucn }) => ucn === pick.ucn)) return slip.filter(({ ucn }) => ucn !== pick.ucn)
  const at = slip.findIndex(({ match_id }) => match_id === pick.match_id)
  return at < 0 ? [...slip, pick] : slip.with(at, pick)
}

/** The slip without a match's pick. */
export function without(slip: readonly Pick[], match_id: string): Pick[] {
  return slip.filter((pick) => pick.match_id !== match_id)
}

/** The mark of the tapped outcome: 'picked' when the stored key is the pick's, else nothing. */
export function pickedMark(storedUcn: string, pick: { ucn: string }): 'picked' | '' {
  return storedUcn === pick.ucn ? 'picked' : ''
}
