import type { Failed } from '@nare/client/call'
import type { BetView } from '@nare/contract/betting'
import type { UnknownAction } from 'redux'
import type { ThunkAction } from 'redux-thunk'
import { noAnswer } from '../commands/command-outcome.ts'
import { lookUpBet } from '../commands/request.ts'
import { resolveSent, runCommand, type CommandTools, type Sending } from '../commands/run-command.ts'
import { unresolvedOf, type SentId } from '../commands/sent-ids.ts'
import { betting, type BettingState, type Placement } from '../state/betting.ts'
import { placementFailed } from '../state/calls-betting.ts'
import { fetchBalance } from '../state/calls-identity.ts'
import type { Pick as SlipPick } from '../state/picks.ts'
import { receiptField } from '../state/slip-commands.ts'
import { slip, type PickSlipKind, type SlipKind } from '../state/slips.ts'
import type { RootState, Steps } from '../state/store.ts'
import type { Extra } from '../state/thunk.ts'

/** What a slip gives to have its bets placed, and found again after a missing response. */
export type Product = {
  kind: SlipKind
  /** Removes the picks of a placed bet; `about` is what its command was about. */
  clear: (bet: BetView, about: readonly string[]) => Steps
  fallback: string
}

/** One bet: its picks or its pool, and the request that places it. */
export type Order = {
  about: readonly string[]
  overlaps?: true
  send: (id: string) => ThunkAction<Sending<BetView>, RootState, Extra, UnknownAction>
}

/** How many bets were placed, whether a trader decides one of them, and the refusal that stopped the rest. */
export type Placed = { placed: number; isReferred?: boolean; refusal: Failed | null }

/** A bet on picks; a further bet on any of them may be the same one. */
export const pickOrder = (picks: readonly SlipPick[], send: Order['send']): Order => ({
  about: picks.map(({ ucn }) => ucn),
  overlaps: true,
  send,
})

/** A slip of picks at prices: its placed picks leave it, and of the bets on a pick without a response at most one is placed. */
export const pickProduct = (kind: PickSlipKind): Product => ({
  kind,
  clear: (bet) => async (send, getState) => {
    const left = (slip(kind).of(getState().betting) as SlipPick[]).filter(
      ({ ucn }) => !bet.legs.some((leg) => leg.ucn === ucn),
    )
    send(slip(kind).set(left))
  },
  fallback: placementFailed,
})

const ownerOf = ({ auth }: RootState): string | null => auth.user?.id ?? null

const put = ({ placements }: BettingState, kind: SlipKind, now: Placement) =>
  betting.actions.set({ field: 'placements', value: { ...placements, [kind]: now } })

/** Changes the placement of a slip, unless another bettor has started one since. */
const show =
  (kind: SlipKind, owner: string | null, change: Partial<Placement>): Steps =>
  async (send, getState) => {
    const { betting: state } = getState()
    const now = state.placements[kind]
    if (now.owner === owner) send(put(state, kind, { ...now, ...change }))
  }

/** Clears the last refusal of a slip, because the slip has changed since. The unknown outcome of a bet stays until it is known. */
export const forgetRefusal =
  (kind: SlipKind): Steps =>
  async (send, getState) => {
    const { owner, refusal } = getState().betting.placements[kind]
    if (refusal && refusal.code !== 'no_answer') void send(show(kind, owner, { refusal: null }))
  }

/**
 * Places the bets of a slip in turn. A placed bet leaves the slip and becomes a receipt. The first refusal, or a bet that could not be
 * sent, stops the rest. While the outcome of a bet is unknown, at most one bet on its picks is placed, whatever its prices and stake.
 */
export function place(product: Product, orders: readonly Order[], tools: CommandTools): Steps<Placed> {
  return async (send, getState) => {
    const { kind, fallback } = product
    const owner = ownerOf(getState())
    const result: Placed = { placed: 0, refusal: null }
    const before = getState().betting.placements[kind]
    // A pending bet of another bettor on this phone does not block this one.
    if (orders.length === 0 || (before.stage !== 'idle' && before.owner === owner)) return result
    for (const { about, overlaps, send: request } of orders) {
      send(put(getState().betting, kind, { stage: 'sending', owner, about, refusal: null }))
      const outcome = await runCommand(
        {
          owner: () => getState().auth.user?.id,
          about,
          ...(overlaps && { overlaps }),
          send: (id) => send(request(id)),
          lookUp: (id) => send(lookUpBet(id)),
          onChecking: () => void send(show(kind, owner, { stage: 'checking' })),
          fallback,
        },
        tools,
      )
      // If another bettor has logged in meanwhile, nothing more is placed or shown.
      if (ownerOf(getState()) !== owner) break
      if (outcome.is !== 'done') {
        result.refusal = outcome.failed
        break
      }
      result.placed++
      if (outcome.value.referral) result.isReferred = true
      await send(showPlaced(product, outcome.value, about))
      if (outcome.earlier) break
    }
    void send(show(kind, owner, { stage: 'idle', refusal: result.refusal }))
    if (ownerOf(getState()) === owner) void send(fetchBalance({}))
    return result
  }
}

/** Shows the receipt of a placed bet, and removes its picks from its slip. In this order: a bar without both is removed, and its sheet closes. */
function showPlaced({ kind, clear }: Product, bet: BetView, about: readonly string[]): Steps {
  return async (send, getState) => {
    const { receipts, bet_placement_message } = getState().betting
    const answer = { status: 201 as const, message: bet_placement_message ?? '', bet, balance: '' }
    send(
      betting.actions.assign({
        [receiptField[kind]]:
          kind === 'sports' ? [...receipts.filter(({ bet_id }) => bet_id !== bet.bet_id), bet] : answer,
      }),
    )
    await send(clear(bet, about))
  }
}

const isInSlip = (kind: SlipKind, state: BettingState, { about }: SentId): boolean => {
  const now = slip(kind).of(state)
  return Array.isArray(now) ? now.some(({ ucn }) => about.includes(ucn)) : now !== null && about[0] === now.jackpot_id
}

/** Shows after a reload, as before it, that the outcome of a bet on the slip is unknown. */
export function showUnresolved({ kind, fallback }: Product, { ids }: Pick<CommandTools, 'ids'>): Steps {
  return async (send, getState) => {
    const { betting: state } = getState()
    const owner = ownerOf(getState())
    const { stage, refusal } = state.placements[kind]
    if (stage !== 'idle' || refusal) return
    const sent = unresolvedOf(ids, owner).find((each) => isInSlip(kind, state, each))
    if (sent) send(put(state, kind, { stage, owner, about: sent.about, refusal: noAnswer(fallback) }))
  }
}

/**
 * Looks up each bet without a response once, those of earlier visits too, and shows the receipt of a placed one. The slip shows `checking`
 * while a bet on it is looked up. Returns whether any bet was found.
 */
export function resolveSentBets(product: Product, tools: Pick<CommandTools, 'ids' | 'wait'>): Steps<boolean> {
  return async (send, getState) => {
    const { kind } = product
    const owner = ownerOf(getState())
    const placement = (): Placement => getState().betting.placements[kind]
    if (owner === null || placement().stage !== 'idle') return false
    let isFound = false
    const isShown = (sent: SentId): boolean => isInSlip(kind, getState().betting, sent)
    const look = (only: (sent: SentId) => boolean): Promise<boolean> =>
      resolveSent(
        {
          owner: () => getState().auth.user?.id,
          only,
          lookUp: ({ id }) => send(lookUpBet(id)),
          onFound: async (bet, { about }) => {
            isFound = true
            await send(showPlaced(product, bet, about))
            void send(show(kind, owner, { refusal: null }))
          },
        },
        tools,
      )
    const shown = unresolvedOf(tools.ids, owner).find(isShown)
    if (shown) {
      send(put(getState().betting, kind, { ...placement(), stage: 'checking', owner, about: shown.about }))
      await look(isShown)
      void send(show(kind, owner, { stage: 'idle' }))
    }
    if (placement().stage === 'idle') await look((sent) => !isShown(sent))
    return isFound
  }
}
