import type { Failed } from '@nare/client/call'
import type { BetView } from '@nare/contract/betting'
import { lookUpBet, request } from '../../commands/request.ts'
import { resolveSent, runCommand, type CommandTools } from '../../commands/run-command.ts'
import { betting } from '../../state/betting.ts'
import { fetchBalance } from '../../state/calls-identity.ts'
import { placeJackpotBet } from '../../state/calls-jackpot.ts'
import { signal } from '../../state/signal.ts'
import type { Steps } from '../../state/store.ts'
import { wireTicket, type JackpotPick } from './picks.ts'
import { clearPicks } from './slip-picks.ts'

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
 * unknown, at most one ticket of that pool is placed.
 */
export function placeJackpot({ jackpotId, picks, matches }: Ticket, tools: CommandTools): Steps {
  return async (send, getState) => {
    const owner = getState().auth.user?.id ?? null
    const before = progress.get()
    if (before.stage !== 'idle' && before.owner === owner) return
    progress.set({ owner, jackpotId, stage: 'sending', refusal: null })
    // If another bettor on this phone has started a ticket meanwhile, their progress stays.
    const show = (now: Pick<Progress, 'stage' | 'refusal'>): void => {
      if (progress.get().owner === owner) progress.set({ owner, jackpotId, ...now })
    }
    const outcome = await runCommand(
      {
        owner: () => getState().auth.user?.id,
        about: [jackpotId],
        send: (id) => {
          const ticket = { id, jackpot_id: jackpotId, picks: wireTicket(picks, matches) }
          return send(request(placeJackpotBet, ticket, ({ bet }) => bet as BetView))
        },
        lookUp: (id) => send(lookUpBet(id)),
        onChecking: () => show({ stage: 'checking', refusal: null }),
        fallback: 'jackpot  Bet placement failed',
      },
      tools,
    )
    if (outcome.is === 'done') await send(showPlaced(outcome.value, { jackpotId, owner }))
    show({ stage: 'idle', refusal: outcome.is === 'done' ? null : outcome.failed })
    if ((getState().auth.user?.id ?? null) === owner) void send(fetchBalance({}))
  }
}

/** Looks up each ticket without a response once. Returns true if any is still unresolved. */
export function resolveJackpotSent(tools: Pick<CommandTools, 'ids' | 'wait'>): Steps<boolean> {
  return async (send, getState) => {
    const owner = getState().auth.user?.id ?? null
    if (progress.get().stage !== 'idle') return false
    return resolveSent(
      {
        owner: () => getState().auth.user?.id,
        lookUp: ({ id }) => send(lookUpBet(id)),
        onFound: async (bet, { about: [jackpotId = ''] }) => {
          await send(showPlaced(bet, { jackpotId, owner }))
          progress.set({ ...idle, owner })
        },
      },
      tools,
    )
  }
}

/** Shows a placed ticket as the receipt and clears the picks of its pool, unless another bettor has logged in since. */
function showPlaced(bet: BetView, { jackpotId, owner }: { jackpotId: string; owner: string | null }): Steps {
  return async (send, getState) => {
    if ((getState().auth.user?.id ?? null) !== owner) return
    await send(clearPicks(jackpotId))
    const message = getState().betting.bet_placement_message ?? ''
    const value = { status: 201, message, bet, lines: bet.lines ?? 1, stake: bet.stake, balance: '' }
    send(betting.actions.set({ field: 'jackpotbestlip', value }))
  }
}
