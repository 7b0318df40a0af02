import type { Failed } from '@nare/client/call'
import type { BetView } from '@nare/contract/betting'
import { lookUpBet, request } from '../../commands/request.ts'
import { resolveSent, runCommand, type CommandTools } from '../../commands/run-command.ts'
import { betting, type BettingState } from '../../state/betting.ts'
import { placementFailed } from '../../state/calls-betting.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { placeLeagueBet } from '../../state/calls-league.ts'
import { wirePicks } from '../../state/picks.ts'
import { slip } from '../../state/slips.ts'
import type { Steps } from '../../state/store.ts'

/**
 * Places the league slip at a stake: one pick is a single, more are a multi. A placed bet clears its picks and becomes the
 * receipt. While the outcome of a bet is unknown, at most one bet on its picks is placed.
 */
export function placeLeagueSlip(stake: string, tools: CommandTools): Steps {
  return async (send, getState) => {
    const { auth, betting: state } = getState()
    const owner = auth.user?.id
    const picks = slip('league').of(state)
    if (picks.length === 0 || (state.kiron_placing !== 'idle' && state.kiron_placing_for === (owner ?? null))) return
    send(betting.actions.set({ field: 'kiron_placing_for', value: owner ?? null }))
    send(betting.actions.set({ field: 'kiron_refusal', value: null }))
    void send(showProgress(owner, 'sending'))
    const type = picks.length === 1 ? ('single' as const) : ('multi' as const)
    const outcome = await runCommand(
      {
        owner: () => getState().auth.user?.id,
        about: picks.map(({ ucn }) => ucn),
        overlaps: true,
        send: (id) => {
          const bet = { id, stake, type, accept: 'higher' as const, slip: wirePicks(picks) }
          return send(request(placeLeagueBet, bet, (answer) => answer.bet))
        },
        lookUp: (id) => send(lookUpBet(id)),
        onChecking: () => void send(showProgress(owner, 'checking')),
        fallback: placementFailed,
      },
      tools,
    )
    if (outcome.is === 'done') await send(showPlaced(outcome.value, owner))
    else void send(refuse(outcome.failed, owner))
    void send(showProgress(owner, 'idle'))
    if (getState().auth.user?.id === owner) void send(fetchBalance({}))
  }
}

/** Looks up each league bet without a response, once. Returns whether any is still unresolved. */
export function resolveLeagueSent(tools: Pick<CommandTools, 'ids' | 'wait'>): Steps<boolean> {
  return async (send, getState) => {
    if (getState().betting.kiron_placing !== 'idle') return false
    const bettor = getState().auth.user?.id
    return resolveSent(
      {
        owner: () => getState().auth.user?.id,
        lookUp: ({ id }) => send(lookUpBet(id)),
        onFound: (bet) => send(showPlaced(bet, bettor)),
      },
      tools,
    )
  }
}

/** Shows a placed bet as the receipt and removes its picks, unless another bettor has logged in since. */
function showPlaced(bet: BetView, owner: string | undefined): Steps {
  return async (send, getState) => {
    const { auth, betting: state } = getState()
    if (auth.user?.id !== owner) return
    const isPlaced = (ucn: string): boolean => bet.legs.some((leg) => leg.ucn === ucn)
    const left = slip('league')
      .of(state)
      .filter(({ ucn }) => !isPlaced(ucn))
    send(slip('league').set(left))
    const receipt = { status: 201 as const, message: state.bet_placement_message ?? '', bet, balance: '' }
    send(betting.actions.set({ field: 'kiron', value: receipt }))
    send(betting.actions.set({ field: 'kiron_refusal', value: null }))
  }
}

function showProgress(owner: string | undefined, value: BettingState['placing']): Steps {
  return async (send, getState) => {
    if (getState().betting.kiron_placing_for === (owner ?? null))
      send(betting.actions.set({ field: 'kiron_placing', value }))
  }
}

function refuse(failed: Failed, owner: string | undefined): Steps {
  return async (send, getState) => {
    if (getState().auth.user?.id === owner) send(betting.actions.set({ field: 'kiron_refusal', value: failed }))
  }
}
