import type { Failed } from '@nare/client/call'
import { betting as calls } from '@nare/contract/betting'
import { betting, type BettingState, type Placed } from '../../state/betting.ts'
import { placeBet } from '../../state/calls-betting.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { wirePicks, type Pick } from '../../state/picks.ts'
import type { SentIds } from '../../state/sent-ids.ts'
import type { Steps } from '../../state/store.ts'

const checkAfterMs = 10_000
const checkEveryMs = 3_000
const checksMost = 20

export type Tools = { newId: () => string; ids: SentIds; wait: (ms: number) => Promise<void> }

type Order = { slip: Pick[]; stake: string; type: 'single' | 'multi' | 'system'; system?: number[] }

/** The bets that the slip makes: one for each pick of singles, else one. */
export function ordersOf({ slip, bet_type, system }: SlipAs, stake: string): Order[] {
  if (bet_type === 'single' || slip.length === 1) return slip.map((pick) => ({ slip: [pick], stake, type: 'single' }))
  return [{ slip, stake, type: bet_type, ...(bet_type === 'system' && { system }) }]
}

type SlipAs = { slip: Pick[]; bet_type: BettingState['bet_type']; system: number[] }

/**
 * Places the slip. What was placed leaves the slip and stands as a receipt; the first refusal stops the rest, and so does
 * a bet that never left for want of a network. When no answer comes, or none that can be read, the bet is looked up by its
 * id: it is never sent again under a new one.
 */
export function placeSlip(stake: string, tools: Tools): Steps {
  return async (send, getState) => {
    const { set } = betting.actions
    if (getState().betting.placing !== 'idle') return
    send(set({ field: 'refusal', value: null }))
    send(set({ field: 'placing', value: 'sending' }))
    for (const order of ordersOf(getState().betting, stake)) {
      const told = await send(placeOrder(order, getState().betting.accept, tools))
      if (!told.ok) {
        send(set({ field: 'refusal', value: told.failed }))
        break
      }
      const placed = new Set(order.slip.map(({ ucn }) => ucn))
      send(set({ field: 'slip', value: getState().betting.slip.filter(({ ucn }) => !placed.has(ucn)) }))
      send(set({ field: 'receipts', value: [...getState().betting.receipts, told.bet] }))
    }
    send(set({ field: 'placing', value: 'idle' }))
    void send(fetchBalance({}))
  }
}

type Told = { ok: true; bet: Placed['bet'] } | { ok: false; failed: Failed }

function placeOrder(order: Order, accept: BettingState['accept'], tools: Tools): Steps<Told> {
  return async (send, getState) => {
    const command = {
      slip: wirePicks(order.slip),
      stake: order.stake,
      type: order.type,
      accept,
      ...(order.system && { system: order.system }),
    }
    const mark = JSON.stringify([getState().auth.user?.id, command])
    const earlier = tools.ids.of(mark)
    const id = earlier ?? tools.newId()
    tools.ids.keep(mark, id)

    let answered = false
    const sending = send(placeBet({ id, ...command })).then((result) => {
      answered = true
      return result
    })
    void tools.wait(checkAfterMs).then(() => {
      if (!answered) send(betting.actions.set({ field: 'placing', value: 'checking' }))
    })
    const result = await sending
    if (placeBet.fulfilled.match(result)) {
      tools.ids.drop(mark)
      return { ok: true, bet: result.payload.bet }
    }
    const failed = result.payload ?? lost
    if (failed.code === 'not_sent' || isRefusal(failed)) {
      if (earlier === undefined || failed.code === 'id_reused') tools.ids.drop(mark)
      return { ok: false, failed: earlier !== undefined && failed.code === 'not_sent' ? lost : failed }
    }
    send(betting.actions.set({ field: 'placing', value: 'checking' }))
    const bet = await send(lookUp(id, tools))
    if (bet) tools.ids.drop(mark)
    return bet ? { ok: true, bet } : { ok: false, failed: failed.code === 'bad_answer' ? lost : failed }
  }
}

/** Whether the server said no, in words that we can read: the bet was not taken. */
const isRefusal = ({ status, code }: Failed): boolean => status !== 0 && status < 500 && code !== 'bad_answer'

/** Asks whether the command took effect until somebody knows; undefined when it did not or nobody could say. */
function lookUp(id: string, tools: Tools): Steps<Placed['bet'] | undefined> {
  return async (_send, _state, { call }) => {
    for (let tries = 0; tries < checksMost; tries++) {
      const reply = await call(calls.bet, { id })
      if (reply.ok) return reply.body.data
      if (reply.status === 404 || reply.status === 401) return undefined
      await tools.wait(checkEveryMs)
    }
    return undefined
  }
}

const lost: Failed = { ok: false, status: 0, code: 'no_answer', error: ' Bet placement failed', fields: {}, body: {} }
