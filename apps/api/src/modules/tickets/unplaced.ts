import type { BetView } from '@nare/contract/betting'
import type { BetState } from '@nare/contract/live'

/** The state of a bet that is not placed yet, as the topic `bets` publishes it. */
export type UnplacedState = {
  readonly bettor: bigint
  readonly betId: bigint
  readonly version: bigint
  readonly state: BetState
}

/**
 * Bets of a product that have an id but wait for a decision, or were refused by it. Once placed, a bet is a ticket and no longer one of these.
 */
export type UnplacedBets = {
  /** One of a bettor's, by its id or by the id of its command. */
  find(bettor: bigint, id: string): Promise<BetView | undefined>
  states(betIds: readonly bigint[]): Promise<readonly UnplacedState[]>
  /** Those of these bettors with which a subscription begins. */
  recent(bettors: readonly bigint[]): Promise<readonly UnplacedState[]>
}

/** The unplaced bets of the product that has some. */
export function openUnplaced() {
  let source: UnplacedBets | undefined
  return {
    /** For the wiring of a product. */
    register: (bets: UnplacedBets): void => void (source = bets),
    find: async (bettor: bigint, id: string): Promise<BetView | undefined> => source?.find(bettor, id),
    states: async (betIds: readonly bigint[]) => (betIds.length > 0 && (await source?.states(betIds))) || [],
    recent: async (bettors: readonly bigint[]) => (bettors.length > 0 && (await source?.recent(bettors))) || [],
  }
}

export type Unplaced = ReturnType<typeof openUnplaced>
