import type { Grant } from '@nare/contract/bonus'
import type { Ledger } from '#modules/ledger/ledger'
import type { Settings } from '#modules/settings/settings'
import type { Background } from '#platform/background'
import { transact, type Db, type Tx } from '#platform/db'
import { openBonusCosts } from './costs.ts'
import {
  cancelGrant,
  endWithdrawn,
  expireGrants,
  foreseeGrant,
  grant,
  hasRoom,
  type Cancelled,
  type Granted,
  type NewGrant,
} from './grants.ts'
import { bonusSettings } from './settings.ts'
import { grantsOf, type GrantRow } from './store.ts'
import type { WageredTicket } from './wager-plan.ts'
import { countWagers, ofGrantOwners, staked, type OpenStakes } from './wagering.ts'

export { activeGrantsMax, bonusProducts, type Cancelled, type Granted, type NewGrant } from './grants.ts'
export { bonusShare, paymentOf, type BonusPart, type Spendable } from './split.ts'
export {
  planReturns,
  recordUses,
  releaseBonus,
  returnBonus,
  spendableGrants,
  type BonusReturn,
  type NewUse,
} from './bet-returns.ts'
export { bonusCostView } from './cost-view.ts'
export type { BonusCost, BonusCosts } from './costs.ts'
export { verifyBonus, type BonusTickets } from './verify.ts'
export type { OpenStakes } from './wagering.ts'
export { bonusOfBettor } from './own-rows.ts'

type Settlement = Pick<WageredTicket, 'betId' | 'bettor'>

/**
 * Passes the settled tickets that a reader selects to its handler, batch by batch, and stores its work and its cursor in one transaction;
 * `committed` runs after it, with the bettors that changed. See the area risk.
 */
export type ReadSettled = (
  reader: {
    name: string
    concerns: <T extends Settlement>(tx: Tx, settlements: readonly T[]) => Promise<readonly T[]>
  },
  handler: (tx: Tx, tickets: readonly WageredTicket[]) => Promise<readonly bigint[]>,
  committed: (changed: readonly bigint[]) => Promise<void>,
) => Promise<boolean>

type Deps = {
  readonly db: Db
  readonly moneyDb: Db
  readonly ledger: Ledger
  readonly background: Background
  readonly settings: Pick<Settings, 'now' | 'declare'>
  /** Called after the commit with the bettors whose balances changed. */
  readonly publish: (bettors: readonly bigint[]) => Promise<void>
}

/** The functions of betting that wagering needs. Betting is opened later. */
export type Tickets = {
  readonly openStakes: OpenStakes
  readonly readSettled: ReadSettled
  /** The time of the oldest settlement that a reader has not read. */
  readonly unreadSince: (name: string) => Promise<Date | undefined>
}

/** A grant with the state that its bettor sees: 'used' if nothing is left of it and no open bet can return anything to it. */
export type GrantView = GrantRow & { readonly staked: bigint; readonly shown: Grant['state'] }

export type Bonus = ReturnType<typeof openBonus>

/** The name of the reader of the settled feed. */
const readerName = 'bonus'
const grantsMax = 100

/** Opens bonus money: grants, spending and wagering. */
export function openBonus(deps: Deps) {
  const { db, ledger, publish } = deps
  deps.settings.declare(bonusSettings)
  const costs = openBonusCosts({ db, ledger })
  let tickets: Tickets | undefined

  return {
    /** Gives bonus money once, in the caller's transaction; publish the balance after the commit. */
    grant: (tx: Tx, given: NewGrant): Promise<Granted> => grant(deps, tx, given),

    /** What `grant` would do, from a snapshot. */
    foreseeGrant: (tx: Tx, given: NewGrant) => foreseeGrant(deps, tx, given),

    /** Whether a bettor, whose bonus account is locked, may get one more grant. */
    hasRoom: (tx: Tx, bettor: bigint): Promise<boolean> => hasRoom(tx, bettor),

    /** Ends the grants given for money that a withdrawal takes, in the caller's transaction, which has locked the bettor's cash. */
    endWithdrawn: (tx: Tx, given: { bettor: bigint; cashLeft: bigint }): Promise<number> =>
      endWithdrawn(deps, tx, given),

    /** Connects wagering to betting, once both are open. */
    connect: (opened: Tickets): void => void (tickets = opened),

    /** A bettor's grants, at most 100: active ones in spending order, then ended ones, newest first. */
    async grants(bettor: bigint): Promise<GrantView[]> {
      const rows = await grantsOf(db, bettor, grantsMax)
      const sums = tickets
        ? await staked(
            tickets,
            db,
            rows.map((row) => row.grantId),
          )
        : new Map<bigint, bigint>()
      return rows.map((row) => {
        const inBets = sums.get(row.grantId) ?? 0n
        return { ...row, staked: inBets, shown: shownState(row, inBets) }
      })
    },

    /** Cancels a grant at its bettor's request. */
    async cancel(wanted: { bettor: bigint; grantId: bigint; id: string }): Promise<Cancelled> {
      const cancelled = await transact(deps.moneyDb, (tx) => cancelGrant(deps, tx, wanted))
      if (cancelled === 'cancelled') await publish([wanted.bettor])
      return cancelled
    },

    /** What the bonus money of a source and of promotions costs, as of a transfer. */
    costs: costs.read,
    /** Reads the ledger on into the sums of `costs`. */
    sumCosts: costs.sum,

    /** Expires grants whose time is over, after all bets that were settled in time have been counted. */
    async expire(): Promise<void> {
      const changed: bigint[] = []
      const unread = await tickets?.unreadSince(readerName)
      if (tickets)
        await expireGrants(deps, { unread, onChange: (bettor) => changed.push(bettor) }).finally(() => publish(changed))
    },

    /** Counts the next settled bets, and converts grants whose wagering requirement is met to cash. */
    async wager(): Promise<void> {
      if (!tickets) return
      const { openStakes, readSettled } = tickets
      await readSettled(
        { name: readerName, concerns: ofGrantOwners },
        (tx, settled) =>
          countWagers({ ledger, openStakes, shares: deps.settings.now()(bonusSettings.wagerShares) }, tx, settled),
        publish,
      )
    },
  }
}

function shownState({ state, left, over }: GrantRow, inBets: bigint): Grant['state'] {
  if (state !== 'active') return state
  if (over) return 'expired'
  return left === 0n && inBets === 0n ? 'used' : 'active'
}
