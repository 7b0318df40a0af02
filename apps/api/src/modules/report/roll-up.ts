import {
  houseNames,
  houseOfProduct,
  transferKinds,
  type Ledger,
  type PostedTransfer,
  type TransferKind,
} from '#modules/ledger/ledger'
import type { Tx } from '#platform/db'
import { placeIds, placesOf, placeWithout, type AccountSources, type Place } from './places.ts'
import * as store from './roll-up-store.ts'

/** The reader of the ledger that keeps the figures. */
export const reportReader = 'reports'

type Deps = {
  readonly accountSources: AccountSources
  readonly ledger: Pick<Ledger, 'amountsOf'>
  /** The day of a moment in the country, as YYYY-MM-DD. */
  readonly dayOf: (at: Date) => string
}

/** What a transfer moved for a ticket on the account of its product. */
type Play = {
  readonly no: bigint
  readonly id: string
  readonly day: string
  readonly kind: string
  readonly product: string
  readonly amount: bigint
  readonly betId: bigint | undefined
  readonly bettor: bigint | null
}

const productOfHouse = new Map<string, string>(
  Object.entries(houseOfProduct).map(([product, house]) => [house, product]),
)
const rowOf = (kind: string) => transferKinds[kind as TransferKind] as (typeof transferKinds)[TransferKind] | undefined
const countsOf = (kind: string): string | null => rowOf(kind)?.counts ?? null
const isPlay = (kind: string): boolean => countsOf(kind) === 'staked' || countsOf(kind) === 'returned'
/** Gives a stake back because its bet was not placed, or was placed with less. */
const isReleased = (kind: string): boolean => countsOf(kind) === 'staked' && rowOf(kind)?.direction === 'credit'

/**
 * Opens the sums of figures. A reader of the ledger passes transfers to `add`, in the transaction that moves its cursor, so that each counts
 * once: on every account by day and kind, and those of tickets at the place of their ticket too. A stake is read before its bet is placed if
 * the bet waits for a delay or a trader; it counts at `not_placed` until `movePlaced` finds its bet.
 */
export function openRollUp({ accountSources, ledger, dayOf }: Deps) {
  let names: ReadonlyMap<bigint, string> = new Map()

  /** The names of the operator's accounts among these transfers. */
  async function namesIn(tx: Tx, transfers: readonly PostedTransfer[]): Promise<ReadonlyMap<bigint, string>> {
    const isNew = transfers.some(({ entries }) => entries.some((one) => one.owner === null && !names.has(one.account)))
    if (isNew) names = await houseNames(tx)
    return names
  }

  /** How many bets each of these transfers counts: the first stake of a ticket counts one. */
  async function betsIn(tx: Tx, plays: readonly Play[]): Promise<(play: Play) => bigint> {
    const cashStake = (play: Play): string => `bet/${play.betId}/stake`
    const ofBonus = plays.filter(({ id, betId }) => id === `bet/${betId}/bonus_stake`)
    const paid = ofBonus.length > 0 ? await ledger.amountsOf(tx, ofBonus.map(cashStake)) : new Map<string, bigint>()
    const first = new Set(ofBonus.filter((play) => !paid.has(cashStake(play))).map(({ no }) => no))
    return (play) => (play.id === cashStake(play) || first.has(play.no) ? 1n : 0n)
  }

  async function addPlays(tx: Tx, plays: readonly Play[]): Promise<void> {
    if (plays.length === 0) return
    const betIds = [...new Set(plays.flatMap(({ betId }) => betId ?? []))]
    const [places, betsOf] = [await placesOf(tx, { betIds, accountSources }), await betsIn(tx, plays)]
    const rows = plays.map((play) => {
      const place = play.betId === undefined ? undefined : places.get(play.betId)
      return { play, bets: betsOf(play), place }
    })
    const waiting = rows.flatMap(({ play: { betId, ...play }, bets, place }) =>
      place || betId === undefined ? [] : { ...play, betId, bets },
    )
    await store.keepUnplaced(tx, waiting)
    if (waiting.some(({ kind }) => isReleased(kind))) await store.forgetReleased(tx)
    await count(
      tx,
      rows.map(({ play, bets, place }) => ({
        ...play,
        ...{ place: place ?? placeWithout(play.product), bets: place ? bets : 0n, times: 1n },
      })),
    )
  }

  return {
    /** Adds transfers to the sums. */
    async add(tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> {
      const known = await namesIn(tx, transfers)
      const moved = transfers.flatMap((transfer) => {
        const day = dayOf(transfer.at)
        return transfer.entries.map((entry) => ({ transfer, entry, day, name: known.get(entry.account) }))
      })
      await store.addMoney(
        tx,
        summed(
          moved.map(({ transfer: { kind }, entry, day, name }) => ({
            ...{ day, kind, amount: entry.amount, transfers: 1n },
            account: name ?? `bettors:${entry.accountKind}`,
          })),
          ({ day, account, kind }) => `${day} ${account} ${kind}`,
        ),
      )
      await store.addDepositors(
        tx,
        moved.flatMap(({ transfer, entry: { owner }, day }) =>
          countsOf(transfer.kind) === 'deposited' && owner !== null ? { day, bettor: owner } : [],
        ),
      )
      await addPlays(
        tx,
        moved.flatMap(({ transfer, entry, day, name = '' }) => {
          const product = productOfHouse.get(name)
          return product === undefined || !isPlay(transfer.kind)
            ? []
            : playOf(transfer, { product, day, amount: entry.amount })
        }),
      )
    },

    /** Moves stakes to the places of their bets, if these have been placed meanwhile. */
    async movePlaced(tx: Tx): Promise<void> {
      const waiting = await store.unplacedBets(tx)
      if (waiting.length === 0) return
      const places = await placesOf(tx, { betIds: waiting, accountSources })
      const stakes = await store.takeUnplaced(tx, [...places.keys()])
      await count(
        tx,
        stakes.flatMap((stake) => {
          const place = places.get(stake.betId)
          if (!place) return []
          const away = { ...stake, amount: -stake.amount, bets: 0n, times: -1n, place: placeWithout(stake.product) }
          return [away, { ...stake, place, times: 1n }]
        }),
      )
    },
  }
}

type Counted = Pick<Play, 'day' | 'kind' | 'amount' | 'bettor'> & {
  readonly place: Place
  readonly bets: bigint
  readonly times: bigint
}

/** Adds to the sums of play and to the bettors who placed. */
async function count(tx: Tx, rows: readonly Counted[]): Promise<void> {
  if (rows.length === 0) return
  const idOf = await placeIds(
    tx,
    rows.map(({ place }) => place),
  )
  const sums = rows.map(({ place, day, kind, amount, bets, times: transfers }) => ({
    ...{ day, kind, amount, bets, transfers, placeId: idOf(place) },
  }))
  await store.addPlay(
    tx,
    summed(sums, ({ day, placeId, kind }) => `${day} ${placeId} ${kind}`),
  )
  await store.addBettors(
    tx,
    rows.flatMap(({ place, day, bettor, bets }) =>
      bets > 0n && bettor !== null ? { day, bettor, placeId: idOf(place) } : [],
    ),
  )
}

const aboutBet = /^bet\/(\d{1,18})$/

function playOf(
  { no, id, kind, about, entries }: PostedTransfer,
  { product, day, amount }: Pick<Play, 'product' | 'day' | 'amount'>,
): Play {
  const bet = about === null ? undefined : aboutBet.exec(about)?.[1]
  const bettor = entries.find(({ owner }) => owner !== null)?.owner ?? null
  return { no, id, day, kind, product, amount, bettor, betId: bet === undefined ? undefined : BigInt(bet) }
}

/** One row for each key, with the sums of the amounts and counts. */
function summed<T extends { readonly amount: bigint; readonly transfers: bigint; readonly bets?: bigint }>(
  rows: readonly T[],
  keyOf: (row: T) => string,
): T[] {
  const sums = new Map<string, T>()
  for (const row of rows) {
    const key = keyOf(row)
    const sum = sums.get(key)
    const bets = row.bets === undefined ? {} : { bets: (sum?.bets ?? 0n) + row.bets }
    sums.set(key, {
      ...row,
      ...bets,
      amount: (sum?.amount ?? 0n) + row.amount,
      transfers: (sum?.transfers ?? 0n) + row.transfers,
    })
  }
  return [...sums.values()]
}
