import type { Failed } from '@nare/client/call'
import type { betting as calls } from '@nare/contract/betting'
import type { jackpot, jackpotOutcomes, JackpotView } from '@nare/contract/jackpot'
import type { league } from '@nare/contract/league'
import type { Answer } from '@nare/contract/route'
import { area } from './area.ts'
import type { Pick } from './picks.ts'

export type BetType = 'single' | 'multi' | 'system'
export type Accept = 'none' | 'higher' | 'any'
export type Checked = Answer<typeof calls.validate>
export type Placed = Answer<typeof calls.place>
/** The jackpot slip: one pool, and one or more outcomes a match; `auto` marks outcomes drawn for the bettor. */
export type JackpotSlip = {
  jackpot_id: string
  picks: { match_id: string; outcomes: (typeof jackpotOutcomes)[number][]; auto?: boolean }[]
}

/** How far the placement of a slip is, and the refusal of the last one. */
export type Placement = {
  stage: 'idle' | 'sending' | 'checking'
  /** The bettor who placed it, and what it is about: picks, or the pool of a jackpot. */
  owner: string | null
  about: readonly string[]
  refusal: Failed | null
}

const idle: Placement = { stage: 'idle', owner: null, about: [], refusal: null }

export type BettingState = {
  slip: Pick[]
  betslip: Placed | null
  /** The response to a bet on the virtual league. */
  kiron: Answer<typeof league.bet> | null
  /** The response to a jackpot bet. */
  jackpotbestlip: Answer<typeof jackpot.bet> | Record<string, unknown> | null
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
  /** The open jackpots. */
  jackpot: JackpotView[] | null
  /** Ours in addition to the specification's fields: the other two slips, and the last loaded markets of a match. */
  kiron_slip: Pick[]
  /** Ours: the stake of the league's slip. */
  kiron_stake: string
  jackpot_slip: JackpotSlip | null
  markets: unknown
  /** Ours: the slip's tax line, and its current boost in percent. */
  slip_tax: Checked['tax'] | null
  boost_percent: number
  /** Ours: the last validated stake and its bonus part. */
  slip_bonus: { stake: string; part: string } | null
  /** Ours: the bet type and price rule of the slip, its receipts, and the placement of each slip. */
  bet_type: BetType
  system: number[]
  accept: Accept
  receipts: Placed['bet'][]
  placements: Readonly<Record<'sports' | 'league' | 'jackpot', Placement>>
}

export const bettingDefaults: BettingState = {
  slip: [],
  betslip: null,
  kiron: null,
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
  kiron_slip: [],
  kiron_stake: '',
  jackpot_slip: null,
  markets: null,
  slip_tax: null,
  boost_percent: 0,
  slip_bonus: null,
  bet_type: 'multi',
  system: [],
  accept: 'higher',
  receipts: [],
  placements: { sports: idle, league: idle, jackpot: idle },
}

/** Clears the marker of the last tapped outcome once its pick is removed, cleared or placed. */
export const betting = area('betting', bettingDefaults, (state, changed) => {
  if (changed !== 'slip' || state.slip.some(({ ucn }) => ucn === state.ucn)) return {}
  return { ucn: '', oddValue: '', picked: '' }
})

/** The slip after a tap on an outcome: removes its pick, or adds it in place of the match's other pick. */
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
