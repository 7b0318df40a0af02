import type { Failed } from '@nare/client/call'
import { betting as calls } from '@nare/contract/betting'
import { betting, type BettingState, type Placed } from '../../state/betting.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { placeLeagueBet } from '../../state/calls-league.ts'
import { noAnswer, resolveCommand, type CommandResult } from '../../state/command-outcome.ts'
import { wirePicks } from '../../state/picks.ts'
import { markOf, unresolvedOf, type SentIds } from '../../state/sent-ids.ts'
import { slip } from '../../state/slips.ts'
import type { Steps } from '../../state/store.ts'

export type Tools = { newId: () => string; ids: SentIds; wait: (ms: number) => Promise<void> }
type Bet = Placed['bet']

/**
 * Places the league slip at a stake: one pick is a single, more are a multi. A placed bet clears its picks and becomes the
 * receipt. While the outcome of a bet is unknown, a later bet on one of its picks reuses its id, so at most one of them is placed.
 */
export function placeLeagueSlip(stake: string, tools: Tools): Steps {
  return async (send, getState) => {
    const { auth, betting: state } = getState()
    const owner = auth.user?.id
    const picks = slip('league').of(state)
    if (picks.length === 0 || (state.kiron_placing !== 'idle' && state.kiron_placing_for === (owner ?? null))) return
    send(betting.actions.set({ field: 'kiron_placing_for', value: owner ?? null }))
    send(betting.actions.set({ field: 'kiron_refusal', value: null }))
    void send(showProgress(owner, 'sending'))

    const ucns = picks.map(({ ucn }) => ucn)
    const [earlier] = unresolvedOf(tools.ids, owner).filter(({ about }) => about.some((ucn) => ucns.includes(ucn)))
    const id = earlier?.id ?? tools.newId()
    const mark = earlier?.mark ?? markOf(owner, ucns.toSorted())
    tools.ids.keep(mark, id)
    const type = picks.length === 1 ? ('single' as const) : ('multi' as const)
    const request = send(placeLeagueBet({ id, stake, type, accept: 'higher', slip: wirePicks(picks) }))
    const answer = request.then((result): CommandResult<Bet> => {
      if (placeLeagueBet.fulfilled.match(result)) return { ok: true, value: result.payload.bet }
      return result.payload ?? noResponse
    })
    const isOwn = (): boolean => getState().auth.user?.id === owner
    const outcome = await resolveCommand({
      answer,
      lookUp: async () => (isOwn() ? send(lookUp(id)) : { ...noResponse, status: 401, code: 'session_expired' }),
      wait: tools.wait,
      onChecking: () => void send(showProgress(owner, 'checking')),
    })
    request.abort()
    if (outcome.is === 'done') await send(showPlaced({ bet: outcome.value, mark, ucns, owner }, tools))
    else if (outcome.is === 'unknown') void send(refuse(noResponse, owner))
    else if (outcome.failed.code === 'id_reused') await send(showEarlier({ id, mark, owner }, tools))
    else {
      const isEarlierOpen = earlier !== undefined && leavesEarlierOpen(outcome.failed)
      if (!isEarlierOpen) tools.ids.drop(mark)
      void send(refuse(isEarlierOpen ? noResponse : outcome.failed, owner))
    }
    void send(showProgress(owner, 'idle'))
    if (isOwn()) void send(fetchBalance({}))
  }
}

/** Looks up each league bet without a response, once. Returns whether any is still unresolved. */
export function resolveLeagueSent({ ids }: Pick<Tools, 'ids'>): Steps<boolean> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    if (owner === undefined || getState().betting.kiron_placing !== 'idle') return false
    for (const { id, mark, about } of unresolvedOf(ids, owner)) {
      const looked = await send(lookUp(id))
      if (looked.ok) await send(showPlaced({ bet: looked.value, mark, ucns: about, owner }, { ids }))
    }
    return unresolvedOf(ids, owner).length > 0
  }
}

type Found = { bet: Bet; mark: string; ucns: readonly string[]; owner: string | undefined }

/** Shows a placed bet as the receipt and removes its picks, unless another bettor has logged in since. */
function showPlaced({ bet, mark, ucns, owner }: Found, { ids }: Pick<Tools, 'ids'>): Steps {
  return async (send, getState) => {
    ids.drop(mark)
    const { auth, betting: state } = getState()
    if (auth.user?.id !== owner) return
    const left = slip('league')
      .of(state)
      .filter(({ ucn }) => !ucns.includes(ucn))
    send(slip('league').set(left))
    const receipt = { status: 201 as const, message: state.bet_placement_message ?? '', bet, balance: '' }
    send(betting.actions.set({ field: 'kiron', value: receipt }))
    send(betting.actions.set({ field: 'kiron_refusal', value: null }))
  }
}

/** Shows the earlier bet that used this id with different content, and removes its picks from the slip. */
function showEarlier(
  { id, mark, owner }: { id: string; mark: string; owner: string | undefined },
  tools: Tools,
): Steps {
  return async (send) => {
    const looked = await send(lookUp(id))
    if (looked.ok) {
      const ucns = looked.value.legs.map(({ ucn }) => ucn)
      await send(showPlaced({ bet: looked.value, mark, ucns, owner }, tools))
    } else {
      if (looked.code === 'not_found') tools.ids.drop(mark)
      void send(refuse(noResponse, owner))
    }
  }
}

function lookUp(id: string): Steps<CommandResult<Bet>> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.bet, { id })
    return reply.ok ? { ok: true, value: reply.body.data } : reply
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

/** This attempt had no effect; an earlier attempt with the same id may have had one. */
const leavesEarlierOpen = ({ code }: Failed): boolean => code === 'not_sent' || code === 'overloaded'
const noResponse: Failed = noAnswer(' Bet placement failed')
