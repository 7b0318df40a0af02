import type { operatorResults as contract } from '@nare/contract/operator-trading-results'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import { settleTickets, type Tickets, type TicketSettlement } from '#modules/tickets/tickets'
import type { Db, Tx } from '#platform/db'
import type { Live } from '#platform/live'
import type { Deciding } from '#platform/operator-calls'
import { releaseExposure } from '../cash-out/cash-out.ts'
import { exposureOfLeg, liabilityOfLeg, sumByOutcome } from '../placing/exposure.ts'
import { openEffect, type Effect, type EffectDeps } from '../settling/effect.ts'
import { settleBets, settlementsOf, stateOf } from '../settling/settle.ts'
import { betsToSettle, decideLegs } from '../settling/settle-store.ts'
import { openPreviews } from './previews.ts'
import * as store from './ticket-store.ts'

export type HouseTicketDeps = EffectDeps & {
  readonly db: Db
  readonly catalog: Catalog
  readonly live: Live
  readonly tickets: Tickets
  /** What one person may move alone by all decisions on matches and tickets within 24 hours. */
  readonly aloneMax: () => bigint
}

type Refused = 'not_found' | 'not_voidable'
const text = (cents: bigint): string => formatMoney(money(cents))

/** A ticket that people may decide: on matches, and not cashed out in full. */
async function decidable(tx: Tx, id: string, reading: { lock: boolean }): Promise<Outcome<store.HandTicket, Refused>> {
  const ticket = await store.handTicket(tx, BigInt(id), reading)
  if (!ticket) return refused('not_found')
  if (ticket.product !== 'sports')
    return refused('not_voidable', undefined, 'Only tickets on matches can be void or settled again')
  if (ticket.state === 'cashed_out') return refused('not_voidable', undefined, 'This ticket was cashed out in full')
  return done(ticket)
}

const factsOf = ({ state, stake, cashed, returned, isVoidByHand }: store.HandTicket) => ({
  ...{ state, stake: text(stake), cashed: text(cashed), returned: text(returned) },
  ...(isVoidByHand && { void_by_hand: true }),
})

/** The settlement that makes a ticket void: the rest of its stake is returned. Undefined if that changes nothing. */
function voidSettlement(ticket: store.HandTicket): TicketSettlement | undefined {
  const { stake, leftStake, cashed, bonusStake, state, returned } = ticket
  const rest = leftStake ?? stake
  if (state === 'void' && returned === rest + cashed) return undefined
  const bonus = bonusStake > 0n ? { stake, bonusStake } : undefined
  return { ticket: { ...ticket, stake: rest, cashed, bonus }, state: 'void', returned: money(rest) }
}

/** Takes what an open ticket has added to the exposure of its outcomes out of it, or with -1 puts it back. */
async function releaseOf(tx: Tx, ticket: store.HandTicket, sign: 1 | -1 = 1): Promise<void> {
  const legs = await store.legsOfTicket(tx, ticket.betId)
  const left = {
    stake: ticket.leftStake ?? ticket.stake,
    possibleWin: (ticket.leftStake === null ? ticket.possibleWin : ticket.leftWin) ?? 0n,
  }
  const released = {
    bets: sign,
    stake: (left.stake / BigInt(legs.length)) * BigInt(sign),
    liability: liabilityOfLeg({ ...left, legs: legs.length }) * BigInt(sign),
  }
  await releaseExposure(tx, sumByOutcome(legs.flatMap((leg) => exposureOfLeg(leg, released))))
}

async function effectOf(deps: EffectDeps, tx: Tx, settlements: readonly TicketSettlement[]): Promise<Effect> {
  const effect = await openEffect(deps, tx, { of: 1 })
  await effect.add(settlements, [])
  effect.count(1)
  return effect
}

/** The operators' calls that decide single tickets on matches. */
export function ticketDecisions(deps: HouseTicketDeps) {
  const { ledger, live, tickets, catalog } = deps
  const previews = openPreviews(deps)

  async function basisOf(tx: Tx, ticket: store.HandTicket, settlements: readonly TicketSettlement[]) {
    const effect = await effectOf(deps, tx, settlements)
    const { paid, taken_back, debt } = effect.view()
    const facts = factsOf(ticket)
    return {
      facts,
      amount: effect.moved(),
      alone: deps.aloneMax(),
      bettor: ticket.bettor,
      effect: { paid, taken_back, debt },
    }
  }

  async function published(betId: bigint): Promise<void> {
    const bettor = await store.bettorOf(deps.db, betId)
    if (bettor === undefined) return
    tickets.publish([{ betId, bettor }])
    await ledger.publishBalances(live, new Set([bettor]))
  }

  /** What a ticket's settlement by the present results would be, from what the transaction sees. */
  async function settledAgain(tx: Tx, ticket: store.HandTicket): Promise<TicketSettlement[]> {
    const legs = await store.legsOfTicket(tx, ticket.betId)
    const states = await Promise.all(
      legs.map(async (leg) => {
        const [result, schedules] = await Promise.all([
          catalog.resultOf(tx, leg.matchId),
          catalog.schedulesOf(tx, [leg.matchId]),
        ])
        const schedule = schedules.get(leg.matchId)
        const range = await store.legRange(tx, { betId: ticket.betId, matchId: leg.matchId, schedule })
        const [selection] = range?.selections ?? []
        if (!result || !selection) return leg.state
        const next = stateOf(selection, result)
        // A leg that its time makes void keeps what was decided in time; see decideLegs.
        return selection.mistimed && leg.state !== 'open' && next !== 'open' ? leg.state : next
      }),
    )
    const bet = store.toSettle(ticket, { states, prices: legs.map(({ price }) => price) })
    return bet ? settlementsOf(deps, tx, [bet]) : []
  }

  const voidTicket: Deciding<typeof contract.voidTicket> = {
    async read(tx, { ticket_id }) {
      const found = await decidable(tx, ticket_id, { lock: true })
      if (!found.ok) return found
      const settlement = voidSettlement(found.value)
      return done(await basisOf(tx, found.value, settlement ? [settlement] : []))
    },
    async work(tx, { ticket_id, reason }, { operator }) {
      const found = await decidable(tx, ticket_id, { lock: true })
      if (!found.ok) return found
      const ticket = found.value
      const settlement = voidSettlement(ticket)
      if (ticket.isVoidByHand && !settlement) return done({ state: 'unchanged', returned: text(ticket.returned) })
      await store.insertHandVoid(tx, { betId: ticket.betId, by: operator, reason })
      if (settlement) await settleTickets(deps, tx, [settlement])
      if (ticket.state === 'open') await releaseOf(tx, ticket)
      return done({ state: 'void', returned: text((ticket.leftStake ?? ticket.stake) + ticket.cashed) })
    },
    after: (_, { ticket_id }) => published(BigInt(ticket_id)),
    preview: ({ ticket_id }, { operator }) =>
      previews.of(`${operator} void ${ticket_id}`, async (tx) => {
        const found = await decidable(tx, ticket_id, { lock: false })
        if (!found.ok) return found
        const settlement = voidSettlement(found.value)
        return done(await effectOf(deps, tx, settlement ? [settlement] : []))
      }),
  }

  /** Locks the matches of a ticket, so that no result comes in between, and then the ticket. */
  async function lockedWithMatches(tx: Tx, id: string): Promise<Outcome<store.HandTicket, Refused>> {
    const legs = await store.legsOfTicket(tx, BigInt(id))
    await catalog.lockForBets(
      tx,
      legs.map(({ matchId }) => matchId),
    )
    return decidable(tx, id, { lock: false })
  }

  const resettleTicket: Deciding<typeof contract.resettleTicket> = {
    async read(tx, { ticket_id }) {
      const found = await lockedWithMatches(tx, ticket_id)
      if (!found.ok) return found
      const basis = await basisOf(tx, found.value, await settledAgain(tx, found.value))
      // Who ends a void knows the results, and could choose which tickets are paid. See decision 77.
      return done({ ...basis, ...(found.value.isVoidByHand && { needed: true }) })
    },
    async work(tx, { ticket_id }, { operator }) {
      const betId = BigInt(ticket_id)
      const before = await store.handTicket(tx, betId, { lock: false })
      // Legs before the ticket, as a settlement locks them.
      for (const matchId of new Set(
        (await store.legsOfTicket(tx, betId)).map((leg) => leg.matchId).toSorted((a, b) => a - b),
      )) {
        const [result, schedules] = await Promise.all([
          catalog.resultOf(tx, matchId),
          catalog.schedulesOf(tx, [matchId]),
        ])
        const schedule = schedules.get(matchId)
        const range = result && (await store.legRange(tx, { betId, matchId, schedule }))
        if (!range) continue
        const outcomes = range.selections.map((selection) => ({ ...selection, state: stateOf(selection, result) }))
        await decideLegs(tx, { ...range, outcomes, schedule })
      }
      const found = await decidable(tx, ticket_id, { lock: true })
      if (!found.ok) return found
      await store.liftHandVoid(tx, { betId, by: operator })
      const bets = await betsToSettle(tx, { betIds: [betId], first: betId, last: betId })
      await settleBets(deps, tx, bets)
      const after = await store.handTicket(tx, betId, { lock: false })
      if (found.value.isVoidByHand && after?.state === 'open') await releaseOf(tx, after, -1)
      const isSame = after?.timesSettled === before?.timesSettled && !found.value.isVoidByHand
      return done({ state: isSame ? 'unchanged' : 'settled', returned: text(after?.returned ?? 0n) })
    },
    after: (_, { ticket_id }) => published(BigInt(ticket_id)),
    preview: ({ ticket_id }, { operator }) =>
      previews.of(`${operator} resettle ${ticket_id}`, async (tx) => {
        const found = await decidable(tx, ticket_id, { lock: false })
        return found.ok ? done(await effectOf(deps, tx, await settledAgain(tx, found.value))) : found
      }),
  }

  return { voidTicket, resettleTicket }
}
