import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { money } from '@nare/money/money'
import {
  insertTickets,
  lockTickets,
  openTicketBook,
  placeTickets,
  raiseTicket,
  settleTickets,
  singleTicket,
  stakeRefusal,
  writeTicketBooks,
  type LegProgress,
  type NewTicket,
  type TicketCommand,
  type TicketDetail,
  type TicketDetails,
  type TicketRules,
} from '#modules/tickets/tickets'
import { openDb, queryRows, transact, type Db, type Tx } from '#platform/db'
import { openLog } from '#platform/log'
import type { SeededBettor } from './seed.ts'
import type { TestApp } from './app.ts'

type Toss = { readonly id: string; readonly cents: bigint; readonly side: 'heads' | 'tails' }
type CoinTicket = NewTicket & { readonly side: string }

/**
 * A second product that only tests register: tickets of product `jackpot` on a coin, whose picks are stored in a separate schema. It
 * uses only those exports of tickets that any other product can use.
 */
export async function openCoin(nare: TestApp) {
  const { tickets, db, ledger } = nare.app
  const owner = openDb(nare.base.connection, { size: 1, log: openLog('silent'), role: 'none' }).db
  await sql`create schema coin`.execute(owner)
  await sql`create table coin.toss (bet_id bigint primary key, side text not null)`.execute(owner)
  await sql`grant usage on schema coin to nare_app`.execute(owner)
  await sql`grant select, insert on coin.toss to nare_app`.execute(owner)
  await owner.destroy()
  const reads: (readonly bigint[])[] = []
  tickets.register('jackpot', coinTickets(reads), { beside: true })

  /** Places these tosses of one bettor in one transaction. */
  async function placeTogether({ id: bettor }: SeededBettor, tosses: readonly Toss[]) {
    const commands = tosses.map(({ id, cents, side }) => {
      const hash = createHash('sha256').update(`${cents} ${side}`).digest('hex')
      return { bettor, verified: true, id, hash, stake: money(cents), cents, side }
    })
    const ids = await tickets.ids.reserve(commands.length)
    return transact(db, (tx) => placeTickets({ ledger }, tx, coinRules, { commands, ids, conflicts: [] }))
  }

  async function place(bettor: SeededBettor, toss: Toss) {
    const [placement] = await placeTogether(bettor, [toss])
    if (!placement) throw new Error('a toss was not decided')
    return placement
  }

  return {
    place,
    placeTogether,
    /** The pages of bet ids that history has read from this product. */
    reads,
    /** Doubles the stake of a ticket that has been staked on `timesStaked` times; undefined if another call has raised it first. */
    raise: (betId: bigint, cents: bigint, timesStaked: number) =>
      transact(db, async (tx) => {
        const [ticket] = await lockTickets(tx, [betId])
        if (ticket?.timesStaked !== timesStaked) return undefined
        return raiseTicket({ ledger }, tx, { ticket, verified: true, amount: money(cents) })
      }),
    /** Pays a ticket in addition to its return. */
    pay: (betId: bigint, payment: { cents: bigint; kind: 'win' | 'refund'; state: 'open' | 'won' | 'lost' | 'void' }) =>
      transact(db, async (tx) => {
        const [ticket] = await lockTickets(tx, [betId])
        if (!ticket) throw new Error('no such ticket')
        const { cents, kind, state } = payment
        const payee = (await ledger.lockPayees(tx, [ticket.bettor])).get(ticket.bettor)
        if (!payee) throw new Error('no such bettor')
        const book = openTicketBook(ledger, payee)
        book.pay({ ticket, amount: money(cents), kind, state })
        await writeTicketBooks(ledger, tx, [book])
      }),
    /** Settles tickets: won tickets pay twice their stake. */
    settle: (betIds: readonly bigint[], state: 'open' | 'won' | 'lost' | 'void'): Promise<ReadonlySet<bigint>> =>
      transact(db, async (tx) => {
        const tickets = await lockTickets(tx, betIds)
        const settlements = tickets.map((ticket) => {
          const times = state === 'won' ? 2n : state === 'void' ? 1n : 0n
          return { ticket, state, returned: money(ticket.stake * times) }
        })
        return settleTickets({ ledger }, tx, settlements)
      }),
  }
}

const coinRules: TicketRules<TicketCommand & Toss, CoinTicket, object, object> = {
  product: 'jackpot',
  lock: async () => ({}),
  read: async () => ({}),
  decide(_facts, toss, by) {
    const refusal = stakeRefusal(by, toss.stake)
    if (refusal) return { kind: 'refused', refusal }
    const ticket = singleTicket(toss, { betId: by.betId, product: 'jackpot', rulesVersion: 'coin-1', placedAt: by.now })
    const odds = { totalOdds: 2000n, possibleWin: toss.cents * 2n }
    return { kind: 'placed', bet: { ...ticket, ...odds, side: toss.side } }
  },
  async write(on, tickets) {
    await insertTickets(on, tickets)
    const [betIds, sides] = [tickets.map(({ betId }) => betId), tickets.map(({ side }) => side)]
    await sql`insert into coin.toss select * from unnest(${betIds}::bigint[], ${sides}::text[])`.execute(on)
  },
}

function coinTickets(reads: (readonly bigint[])[]): TicketDetails {
  function sides(on: Db | Tx, betIds: readonly bigint[]) {
    return queryRows<{ bet_id: bigint; side: string }>(on)`
      select bet_id, side from coin.toss where bet_id = any(${betIds}::bigint[])`
  }
  return {
    async read(on, betIds) {
      reads.push(betIds)
      const detail = (side: string): TicketDetail => ({ legs: [], picks: [{ match_id: 'coin', outcomes: [side] }] })
      return new Map((await sides(on, betIds)).map(({ bet_id, side }) => [bet_id, detail(side)]))
    },
    async legProgress(on, betIds) {
      const leg: LegProgress = { n: 0, state: 'open' }
      return new Map((await sides(on, betIds)).map(({ bet_id }) => [bet_id, [leg]]))
    },
    picksText: (bet) => bet.picks?.flatMap((pick) => pick.outcomes).join(' ') ?? '',
  }
}
