import type { Failed } from '@nare/client/call'
import { betting as calls, type BetView } from '@nare/contract/betting'
import { fetchBalance } from '../../state/calls-identity.ts'
import { placeJackpotBet } from '../../state/calls-jackpot.ts'
import { betting } from '../../state/betting.ts'
import { noAnswer, resolveCommand, type CommandResult } from '../../state/command-outcome.ts'
import { markOf, unresolvedOf, type SentIds } from '../../state/sent-ids.ts'
import { signal } from '../../state/signal.ts'
import type { Steps } from '../../state/store.ts'
import { wireTicket, type JackpotPick } from './picks.ts'
import { clearPicks } from './slip-picks.ts'

export type Tools = { newId: () => string; ids: SentIds; wait: (ms: number) => Promise<void> }

/** The progress of placing a ticket, with its bettor, and the refusal of the last attempt. */
export type Progress = {
  owner: string | null
  jackpotId: string
  stage: 'idle' | 'sending' | 'checking'
  refusal: Failed | null
}

export const idle: Progress = { owner: null, jackpotId: '', stage: 'idle', refusal: null }
export const progress = signal<Progress>(idle)

/** Clears the refusal of the last attempt, because the ticket has changed since. The unknown outcome of a ticket stays until it is known. */
export function forgetRefusal(): void {
  const now = progress.get()
  if (now.refusal && now.refusal.code !== 'no_answer' && now.stage === 'idle') progress.set({ ...now, refusal: null })
}

type Ticket = { jackpotId: string; picks: readonly JackpotPick[]; matches: readonly { match_id: string }[] }

/**
 * Places a ticket of a pool. A placed ticket clears the picks of its pool and becomes the receipt. While the outcome of a ticket is
 * unknown, the next ticket of that pool reuses its id, so the server places only one of them.
 */
export function placeJackpot({ jackpotId, picks, matches }: Ticket, tools: Tools): Steps {
  return async (send, getState) => {
    const owner = getState().auth.user?.id ?? null
    const before = progress.get()
    if (before.stage !== 'idle' && before.owner === owner) return
    const isOwn = (): boolean => (getState().auth.user?.id ?? null) === owner
    progress.set({ owner, jackpotId, stage: 'sending', refusal: null })
    // If another bettor on this phone has started a ticket meanwhile, their progress stays.
    const show = (now: Pick<Progress, 'stage' | 'refusal'>): void => {
      if (progress.get().owner === owner) progress.set({ owner, jackpotId, ...now })
    }
    const [earlier] = unresolvedOf(tools.ids, owner).filter(({ about }) => about[0] === jackpotId)
    const id = earlier?.id ?? tools.newId()
    const mark = markOf(owner, [jackpotId])
    tools.ids.keep(mark, id)
    const running = send(placeJackpotBet({ id, jackpot_id: jackpotId, picks: wireTicket(picks, matches) }))
    const answer = running.then((result): CommandResult<BetView> => {
      if (placeJackpotBet.fulfilled.match(result)) return { ok: true, value: result.payload.bet as BetView }
      return result.payload ?? noResponse
    })
    const outcome = await resolveCommand({
      answer,
      lookUp: async () => (isOwn() ? send(lookUp(id)) : { ...noResponse, status: 401, code: 'session_expired' }),
      wait: tools.wait,
      onChecking: () => show({ stage: 'checking', refusal: null }),
    })
    running.abort()
    const end = (refusal: Failed | null): void => show({ stage: 'idle', refusal })
    if (outcome.is === 'done') {
      await send(showPlaced({ bet: outcome.value, mark, jackpotId, owner }, tools))
      end(null)
    } else if (outcome.is === 'unknown') end(noResponse)
    else if (outcome.failed.code === 'id_reused') end(await send(showEarlier({ id, mark, jackpotId, owner }, tools)))
    else {
      // These two codes show nothing about an earlier attempt with this id: it may have placed a ticket.
      const isUnresolved = earlier && ['not_sent', 'overloaded'].includes(outcome.failed.code)
      if (!isUnresolved) tools.ids.drop(mark)
      end(isUnresolved ? noResponse : outcome.failed)
    }
    if (isOwn()) void send(fetchBalance({}))
  }
}

/** Looks up each ticket without a response once. Returns true if any is still unresolved. */
export function resolveJackpotSent({ ids }: Pick<Tools, 'ids'>): Steps<boolean> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id
    if (owner === undefined || progress.get().stage !== 'idle') return false
    for (const { id, mark, about } of unresolvedOf(ids, owner)) {
      const reply = await send(lookUp(id))
      if (!reply.ok) continue
      await send(showPlaced({ bet: reply.value, mark, jackpotId: about[0] ?? '', owner }, { ids }))
      progress.set({ ...idle, owner })
    }
    return unresolvedOf(ids, owner).length > 0
  }
}

type PlacedTicket = { bet: BetView; mark: string; jackpotId: string; owner: string | null }

/** Shows a placed ticket as the receipt and clears the picks of its pool, unless another bettor has logged in since. */
function showPlaced({ bet, mark, jackpotId, owner }: PlacedTicket, { ids }: Pick<Tools, 'ids'>): Steps {
  return async (send, getState) => {
    ids.drop(mark)
    if ((getState().auth.user?.id ?? null) !== owner) return
    await send(clearPicks(jackpotId))
    const message = getState().betting.bet_placement_message ?? ''
    const value = { status: 201, message, bet, lines: bet.lines ?? 1, stake: bet.stake, balance: '' }
    send(betting.actions.set({ field: 'jackpotbestlip', value }))
  }
}

/** Shows the earlier ticket that was placed with this id and other picks. Returns the failure of the lookup, or null. */
function showEarlier(ticket: Omit<PlacedTicket, 'bet'> & { id: string }, tools: Tools): Steps<Failed | null> {
  return async (send) => {
    const reply = await send(lookUp(ticket.id))
    if (reply.ok) await send(showPlaced({ ...ticket, bet: reply.value }, tools))
    else if (reply.code === 'not_found') tools.ids.drop(ticket.mark)
    return reply.ok ? null : noResponse
  }
}

function lookUp(id: string): Steps<CommandResult<BetView>> {
  return async (_send, _state, { call }) => {
    const reply = await call(calls.bet, { id })
    return reply.ok ? { ok: true, value: reply.body.data } : reply
  }
}

const noResponse: Failed = noAnswer('jackpot  Bet placement failed')
