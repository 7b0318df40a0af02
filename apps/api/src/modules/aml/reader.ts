import type { AmlItem } from '@nare/contract/aml'
import { formatMoney, money } from '@nare/money/money'
import { dayIn } from '#country/country'
import { oppositeLegs } from '#modules/betting/betting'
import type { Ledger, PostedTransfer } from '#modules/ledger/ledger'
import type { Settings } from '#modules/settings/settings'
import { paymentSides } from '#modules/payments/payments'
import { settledFeed, type SettledTicket, type Tickets } from '#modules/tickets/tickets'
import type { Clock } from '#platform/clock'
import type { Db, Tx } from '#platform/db'
import { followFeed } from '#platform/follow-feed'
import { raise } from './alert-store.ts'
import { metBy } from './rules.ts'
import * as store from './rule-store.ts'
import { boundsNow, type Bounds } from './settings.ts'

/** The accounts that share something with a bettor, and what other numbers have paid in for it. */
export type LinksOf = (bettor: bigint) => Promise<{
  readonly links: readonly store.Link[]
  readonly others: { readonly numbers: number; readonly amount: bigint }
}>

export type ReaderDeps = {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly country: { readonly timeZone: string }
  readonly settings: Pick<Settings, 'now'>
  readonly ledger: Pick<Ledger, 'follow'>
  readonly tickets: Pick<Tickets, 'found'>
  readonly links: LinksOf
}

/** The readers of ledger and settlements: people without `aml.read` do not learn their names. */
export const amlReaders = { ledger: 'money laundering', settled: 'opposite bets' } as const

const payments = ['deposit', 'withdrawal', 'withdrawal_released'] as const
const kinds = [...payments, 'stake', 'stake_released', 'bonus_granted'] as const
const itemsMax = 50
const dayMs = 86_400_000
/** What is read later than this after it happened raises nothing: the history of a house that begins to watch. */
const staleMs = 7 * dayMs

const text = (cents: bigint): string => formatMoney(money(cents))

/** Opens what raises alerts: readers of the ledger and of settlements. Any process may call them; one at a time reads. */
export function openReaders({ db, clock, country, settings, ledger, tickets, links }: ReaderDeps) {
  async function raiseMet(tx: Tx, touched: readonly store.Touched[], bounds: Bounds): Promise<void> {
    for (const sums of await store.sumsOf(tx, touched, bounds))
      for (const { rule, text: says, amount, days } of metBy(sums, bounds)) {
        const since = new Date(sums.at.getTime() - days * dayMs)
        const read = await store.movementsOf(tx, { bettor: sums.bettor, since, upTo: sums.at, most: itemsMax })
        const facts = { text: says, amount: text(amount), items: read.map(itemOf) }
        await raise(tx, { bettor: sums.bettor, rule, facts, quietDays: bounds.quietDays })
      }
  }

  /** Looks at who shares something with a bettor that paid in, and at who pays. */
  async function raiseLinked(tx: Tx, bettor: bigint, bounds: Bounds): Promise<void> {
    const { links: found, others } = await links(bettor)
    await store.keepLinks(tx, bettor, found)
    const accounts = new Set(found.map(({ other }) => other)).size + 1
    if (accounts >= bounds.shared) {
      const items = found
        .slice(0, itemsMax)
        .map(({ other, by, since }) => ({ ...itemFor(other), at: since.toISOString(), text: `by ${by}` }))
      const facts = { text: `${accounts} accounts on one device, payer or document`, items }
      await raise(tx, { bettor, rule: 'shared_accounts', facts, quietDays: bounds.quietDays })
    }
    if (others.amount >= bounds.otherPayer) {
      const count = others.numbers === 1 ? 'one other number' : `${others.numbers} other numbers`
      const at = new Date(clock.now())
      const read = await store.movementsOf(tx, {
        bettor,
        since: new Date(at.getTime() - 60 * dayMs),
        upTo: at,
        most: itemsMax,
      })
      const facts = {
        text: `${text(others.amount)} paid in by ${count}`,
        amount: text(others.amount),
        items: read.map(itemOf),
      }
      await raise(tx, { bettor, rule: 'other_payer', facts, quietDays: bounds.quietDays })
    }
  }

  async function addTransfers(tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> {
    const bounds = boundsNow(settings.now())
    const read = transfers.flatMap((transfer) => {
      const own = transfer.entries.find(({ owner }) => owner !== null)
      if (!own || own.owner === null) return []
      const { no, kind, about, at } = transfer
      return [{ no, kind, about, at, bettor: own.owner, amount: own.amount, day: dayIn(country.timeZone, at) }]
    })
    const ids = read.flatMap(({ about }) => idOf(about) ?? [])
    const sides = new Map((await paymentSides(tx, ids)).map((one) => [one.id, one]))
    await store.insertMovements(
      tx,
      read.flatMap(({ day: _, ...row }) => {
        const kind = payments.find((one) => one === row.kind)
        if (!kind) return []
        const side = sides.get(idOf(row.about) ?? 0n)
        const posted = row.amount < 0n ? -row.amount : row.amount
        return [{ ...row, kind, amount: side?.paid ?? posted, other: side?.other ?? null }]
      }),
    )
    await store.addDays(
      tx,
      read.flatMap(({ kind, bettor, day, amount }) => {
        if (kind === 'bonus_granted') return [{ bettor, day, staked: 0n, bonus: amount }]
        return kind === 'stake' || kind === 'stake_released' ? [{ bettor, day, staked: -amount, bonus: 0n }] : []
      }),
    )
    const fresh = read.filter(({ at }) => at.getTime() > clock.now() - staleMs)
    // Each day of a bettor is judged, so that a reader that was behind misses no day of much money before a quiet one.
    await raiseMet(tx, [...new Map(fresh.map((one) => [`${one.bettor} ${one.day}`, one])).values()], bounds)
    const paidIn = new Set(fresh.flatMap(({ kind, bettor }) => (kind === 'deposit' ? [bettor] : [])))
    for (const bettor of paidIn) await raiseLinked(tx, bettor, bounds)
  }

  /** Looks for bets of linked accounts on another outcome of a market that these bettors had a bet on. */
  async function addTickets(tx: Tx, settled: readonly SettledTicket[]): Promise<void> {
    const bounds = boundsNow(settings.now())
    const fresh = settled.filter(
      ({ product, state, settledAt }) =>
        product === 'sports' && state !== 'void' && settledAt.getTime() > clock.now() - staleMs,
    )
    const pairs = await store.pairsOf(tx, [...new Set(fresh.map(({ bettor }) => bettor))])
    if (pairs.length === 0) return
    const found = await oppositeLegs(tx, { betIds: fresh.map(({ betId }) => betId), pairs })
    for (const [bettor, rows] of Map.groupBy(found, (row) => row.bettor)) {
      const ids = [...new Set(rows.flatMap(({ betId, otherBet }) => [betId, otherBet]))].slice(0, itemsMax)
      const bets = (await Promise.all(ids.map((id) => tickets.found(id)))).filter((one) => one !== undefined)
      const staked = (own: boolean): bigint =>
        bets.filter((one) => (one.bettor === bettor) === own).reduce((sum, { stake }) => sum + stake, 0n)
      const [mine, theirs] = [staked(true), staked(false)]
      if (mine < bounds.opposite || theirs < bounds.opposite) continue
      const by = new Set(pairs.filter((pair) => pair.bettor === bettor).map((pair) => pair.by))
      const says = `${text(mine)} staked against ${text(theirs)} of accounts linked by ${[...by].join(', ')}`
      const items = bets.map(({ betId, bettor: whose, stake, placedAt }): AmlItem => ({
        ...{ kind: 'ticket', ref: betId.toString(), amount: text(stake), at: placedAt.toISOString() },
        text: `of ${whose}: ${pickOf(rows, betId)}`,
      }))
      const others = new Set(bets.flatMap((one) => (one.bettor === bettor ? [] : [one.bettor])))
      items.push(...[...others].map((other): AmlItem => ({ ...itemFor(other), at: null })))
      const facts = { text: says, amount: text(mine), items }
      await raise(tx, { bettor, rule: 'opposite_bets', facts, quietDays: bounds.quietDays })
    }
  }

  return {
    /** Reads payments, stakes and bonuses on. */
    followLedger: () => ledger.follow({ name: amlReaders.ledger, kinds }, addTransfers),
    /** Reads settled tickets on. */
    followSettled: () => followFeed(db, settledFeed(), { name: amlReaders.settled }, addTickets),
  }
}

type Opposite = Awaited<ReturnType<typeof oppositeLegs>>[number]

function pickOf(rows: readonly Opposite[], betId: bigint): string {
  const row = rows.find((one) => one.betId === betId) ?? rows.find((one) => one.otherBet === betId)
  if (!row) return ''
  return `match ${row.match}, market ${row.market}, ${row.betId === betId ? row.odd : row.otherOdd}`
}

/** The payment that a transfer is about. */
function idOf(about: string | null): bigint | undefined {
  const [, id] = /^payment\/(\d{1,18})$/.exec(about ?? '') ?? []
  return id === undefined ? undefined : BigInt(id)
}

const itemFor = (bettor: bigint) => ({ kind: 'account' as const, ref: bettor.toString() })

const itemOf = ({ kind, about, no, amount, at }: store.Movement): AmlItem => ({
  kind: kind === 'deposit' ? 'deposit' : 'withdrawal',
  ref: about?.replace('payment/', '') ?? `transfer ${no}`,
  amount: text(amount),
  at: at.toISOString(),
  ...(kind === 'withdrawal_released' && { text: 'came back' }),
})
