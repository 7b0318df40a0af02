import type { Failed } from '@nare/client/call'
import { betting as calls } from '@nare/contract/betting'
import { betting, type BettingState } from '../../state/betting.ts'
import { showPlacing } from '../../state/slip-commands.ts'
import { placeBet } from '../../state/calls-betting.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { resolveCommand, noAnswer, type CommandOutcome, type CommandResult } from '../../state/command-outcome.ts'
import { wirePicks, type Pick as SlipPick } from '../../state/picks.ts'
import { markOf, unresolvedOf, type SentId, type SentIds } from '../../state/sent-ids.ts'
import type { Steps } from '../../state/store.ts'
import { showPlacedBet, type Bet } from './sent-bets.ts'

export type Tools = { newId: () => string; ids: SentIds; wait: (ms: number) => Promise<void> }

type Order = { slip: SlipPick[]; stake: string; type: 'single' | 'multi' | 'system'; system?: number[] }

/** The bets of a slip: one per pick for singles, else one. */
function ordersOf({ slip, bet_type, system }: SlipChoice, stake: string): Order[] {
  if (bet_type === 'single' || slip.length === 1) return slip.map((pick) => ({ slip: [pick], stake, type: 'single' }))
  return [{ slip, stake, type: bet_type, ...(bet_type === 'system' && { system }) }]
}

type SlipChoice = { slip: SlipPick[]; bet_type: BettingState['bet_type']; system: number[] }

/**
 * Places the slip. A placed bet leaves the slip and becomes a receipt. The first refusal, or a bet that could not be sent,
 * stops the rest. A bet that hangs, or without a response, is looked up by its id. While the outcome of a bet is
 * unknown, every later bet on one of its picks reuses its id, whatever its prices and stake: the server accepts an id once,
 * so at most one of them is placed.
 */
export function placeSlip(stake: string, tools: Tools): Steps {
  return async (send, getState) => {
    const { set } = betting.actions
    const owner = getState().auth.user?.id
    const { placing, placing_for } = getState().betting
    // A pending bet of another bettor on this phone does not block this one.
    if (placing !== 'idle' && placing_for === (owner ?? null)) return
    send(set({ field: 'placing_for', value: owner ?? null }))
    send(set({ field: 'refusal', value: null }))
    for (const order of ordersOf(getState().betting, stake)) {
      void send(showPlacing(owner, 'sending'))
      const failed = await send(placeOrder(order, tools))
      // If another bettor has logged in meanwhile, nothing more is placed or shown.
      if (getState().auth.user?.id !== owner) break
      if (!failed) continue
      send(set({ field: 'refusal', value: failed === 'stopped' ? null : failed }))
      break
    }
    void send(showPlacing(owner, 'idle'))
    void send(fetchBalance({}))
  }
}

type Result = Failed | 'stopped' | undefined

/** Places one bet of the slip. Returns undefined if it was placed, `stopped` if an earlier bet was found to be placed instead. */
function placeOrder(order: Order, tools: Tools): Steps<Result> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    const ucns = order.slip.map(({ ucn }) => ucn)
    const [earlier, ...others] = unresolvedOf(tools.ids, owner).filter(({ about }) =>
      about.some((ucn) => ucns.includes(ucn)),
    )
    const conflict = await send(resolveOthers(others, tools))
    if (conflict) return conflict
    const id = earlier?.id ?? tools.newId()
    if (earlier) tools.ids.drop(earlier.mark)
    const mark = markOf(owner, ucns.toSorted())
    tools.ids.keep(mark, id)

    const outcome = await send(sendOrder({ order, id, wait: tools.wait }))
    if (outcome.is === 'unknown')
      return outcome.failed.status === 0 || isInconclusive(outcome.failed) ? noResponse : outcome.failed
    if (outcome.is === 'refused' && outcome.failed.code === 'id_reused') {
      // The id was already used for a bet with other content: the earlier one.
      const found = await send(lookUp(id))
      if (found.ok || found.code === 'not_found') tools.ids.drop(mark)
      if (!found.ok) return found.code === 'not_found' ? outcome.failed : noResponse
      await send(showPlacedBet({ bet: found.value, ucns: earlier?.about ?? ucns, owner }))
      return 'stopped'
    }
    if (outcome.is === 'done' || !earlier) tools.ids.drop(mark)
    if (outcome.is === 'refused')
      return earlier && leavesEarlierUnresolved(outcome.failed) ? noResponse : outcome.failed
    await send(showPlacedBet({ bet: outcome.value, ucns, owner }))
    return undefined
  }
}

/** Looks up other bets on these picks without a response. Returns undefined if none of them was placed. */
function resolveOthers(others: readonly SentId[], { ids }: Tools): Steps<Result> {
  return async (send, getState) => {
    for (const { id, mark, about } of others) {
      const found = await send(lookUp(id))
      if (!found.ok && found.code !== 'not_found') return noResponse
      ids.drop(mark)
      if (!found.ok) continue
      await send(showPlacedBet({ bet: found.value, ucns: about, owner: getState().auth.user?.id }))
      return 'stopped'
    }
    return undefined
  }
}

function sendOrder({
  order,
  id,
  wait,
}: { order: Order; id: string } & Pick<Tools, 'wait'>): Steps<CommandOutcome<Bet>> {
  return async (send, getState) => {
    const running = send(placeBet({ id, stake: order.stake, accept: getState().betting.accept, ...wireOrder(order) }))
    const answer = running.then((result): CommandResult<Bet> => {
      if (placeBet.fulfilled.match(result)) return { ok: true, value: result.payload.bet }
      return result.payload ?? noResponse
    })
    const owner = getState().auth.user?.id
    const onChecking = (): void => void send(showPlacing(owner, 'checking'))
    // Another bettor's session cannot read this bet.
    const lookUpOwn = async () => (getState().auth.user?.id === owner ? send(lookUp(id)) : sessionExpired)
    const outcome = await resolveCommand({ answer, lookUp: lookUpOwn, wait, onChecking })
    running.abort()
    return outcome
  }
}

function lookUp(id: string): Steps<CommandResult<Bet>> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.bet, { id })
    return reply.ok ? { ok: true, value: reply.body.data } : reply
  }
}

/** Whether only this attempt certainly had no effect: an earlier attempt with the same id may have had one. */
const leavesEarlierUnresolved = ({ code }: Failed): boolean => code === 'not_sent' || code === 'overloaded'

const wireOrder = ({ slip, type, system }: Order) => ({ slip: wirePicks(slip), type, ...(system && { system }) })

/** Whether the response does not show if the bet was placed. */
const isInconclusive = ({ code }: Failed): boolean => code === 'bad_answer' || code === 'unknown'

const noResponse: Failed = noAnswer(' Bet placement failed')
const sessionExpired: Failed = { ...noResponse, status: 401, code: 'session_expired' }
