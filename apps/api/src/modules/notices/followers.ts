import { automaticallyPaid, openTicketsOnMatch } from '#modules/betting/betting'
import { startingSoon } from '#modules/catalog/catalog'
import type { Ledger, PostedTransfer } from '#modules/ledger/ledger'
import { ownersOfPayouts } from '#modules/payments/payments'
import type { Settings } from '#modules/settings/settings'
import { settledFeed, type SettledFilter, type SettledTicket } from '#modules/tickets/tickets'
import type { Clock } from '#platform/clock'
import { transact, type Db, type Tx } from '#platform/db'
import { followFeed } from '#platform/follow-feed'
import { addWaiting, markMatch, toldMatches, type Item } from './queue-store.ts'
import { noticeSettings } from './settings.ts'
import { wantedBy } from './store.ts'

type Deps = {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly settings: Pick<Settings, 'now'>
  readonly ledger: Pick<Ledger, 'follow'>
}

type Payment = { readonly bettor: bigint; readonly amount: bigint; readonly payment: 'deposit' | 'withdrawal' }

/** What is read so long after it happened is told to nobody: these readers were behind, or are new. */
const staleMs = 3_600_000
const matchesMax = 500
const ticketsInStep = 5_000

/** The products whose bets end while their bettor is elsewhere. Rounds of games and the league end before the eyes of who plays. */
const told: ReadonlySet<SettledTicket['product']> = new Set(['sports', 'jackpot'])

/** Collects what happened to bets and money of those who asked to be told. Any process may call each; one at a time reads. */
export function openFollowers({ db, clock, settings, ledger }: Deps) {
  const isFresh = (at: Date): boolean => clock.now() - at.getTime() < staleMs

  /** The settlements of those who want to hear of any. */
  const concerns: SettledFilter = async (tx, settlements) => {
    const wants = await wantedBy(tx, [...new Set(settlements.map(({ bettor }) => bettor))])
    return settlements.filter(({ bettor, state }) => {
      const kinds = wants.get(bettor)
      return state !== 'open' && (kinds?.has('bet_settled') || (state !== 'cashed_out' && kinds?.has('sms_won')))
    })
  }

  async function addSettled(tx: Tx, tickets: readonly SettledTicket[]): Promise<void> {
    const fresh = tickets.filter(({ product, settledAt }) => told.has(product) && isFresh(settledAt))
    const wants = await wantedBy(tx, [...new Set(fresh.map(({ bettor }) => bettor))])
    // Who cashes out by hand sees it; an automatic one comes while its bettor is elsewhere.
    const cashedOut = await automaticallyPaid(
      tx,
      fresh.filter(({ state }) => state === 'cashed_out').map(({ betId }) => betId),
    )
    const items = fresh.flatMap(({ betId, bettor, state, returned, tax }): Item[] => {
      if (state === 'open') return []
      if (state === 'cashed_out') {
        const amount = cashedOut.get(betId)
        if (amount === undefined || !wants.get(bettor)?.has('bet_settled')) return []
        return [{ bettor, kind: 'bet_settled', count: 1, won: 0, amount, facts: { bet: betId.toString(), state } }]
      }
      const isWon = state === 'won'
      const facts = { bet: betId.toString(), state }
      const item = { bettor, count: 1, won: isWon ? 1 : 0, amount: isWon ? returned - tax : 0n, facts } as const
      const kinds = wants.get(bettor)
      return [
        ...(kinds?.has('bet_settled') ? [{ ...item, kind: 'bet_settled' } as const] : []),
        ...(kinds?.has('sms_won') && isWon ? [{ ...item, kind: 'sms_won' } as const] : []),
      ]
    })
    await addWaiting(tx, items)
  }

  async function addPayments(tx: Tx, transfers: readonly PostedTransfer[]): Promise<void> {
    const fresh = transfers.filter(({ at }) => isFresh(at))
    const paid = fresh.filter(({ kind }) => kind === 'withdrawal_paid')
    const owners = await ownersOfPayouts(
      tx,
      paid.flatMap(({ about }) => idOf(about) ?? []),
    )
    const happened = fresh.flatMap(({ kind, about, entries }): Payment[] => {
      if (kind === 'deposit') {
        const own = entries.find(({ owner, amount }) => owner !== null && amount > 0n)
        return !own || own.owner === null ? [] : [{ bettor: own.owner, amount: own.amount, payment: 'deposit' }]
      }
      const bettor = owners.get(idOf(about) ?? 0n)
      const amount = entries.find(({ accountKind }) => accountKind === 'provider')?.amount ?? 0n
      return bettor === undefined ? [] : [{ bettor, amount, payment: 'withdrawal' }]
    })
    const wants = await wantedBy(tx, [...new Set(happened.map(({ bettor }) => bettor))])
    const items = happened.flatMap(({ bettor, amount, payment }) =>
      (['money', 'sms_money'] as const)
        .filter((kind) => wants.get(bettor)?.has(kind))
        .map((kind): Item => ({ bettor, kind, count: 1, won: 0, amount, facts: { payment } })),
    )
    await addWaiting(tx, items)
  }

  /** Tells of the matches that are about to begin those who had a bet on them by then: each match once, whatever becomes of its start. */
  async function addKickoffs(): Promise<void> {
    const minutes = settings.now()(noticeSettings.kickoffMinutes)
    const matches = await startingSoon(db, { minutes, most: matchesMax })
    const before = await toldMatches(
      db,
      matches.map(({ id }) => id),
    )
    for (const { id, home, away, startsAt } of matches.filter((match) => !before.has(match.id))) {
      await transact(db, async (tx) => {
        if (!(await markMatch(tx, id))) return
        const facts = { match: `${home} – ${away}`, startsAt: startsAt.toISOString() }
        for (let after = 0n; ;) {
          const bettors = await openTicketsOnMatch(tx, { match: id, after, most: ticketsInStep })
          const wants = await wantedBy(tx, bettors)
          const items = bettors
            .filter((bettor) => wants.get(bettor)?.has('kickoff'))
            .map((bettor): Item => ({ bettor, kind: 'kickoff', count: 1, won: 0, amount: 0n, facts }))
          await addWaiting(tx, items)
          const last = bettors.at(-1)
          if (last === undefined || bettors.length < ticketsInStep) return
          after = last
        }
      })
    }
  }

  return {
    followSettled: () =>
      followFeed(db, settledFeed(concerns), { name: 'notices of bets', limit: 1_000, fromEnd: true }, addSettled),
    followLedger: () =>
      ledger.follow({ name: 'notices of payments', kinds: ['deposit', 'withdrawal_paid'], fromEnd: true }, addPayments),
    addKickoffs,
  }
}

/** The id of the payment that a transfer is about. */
function idOf(about: string | null): bigint | undefined {
  const [, digits] = /^payment\/(\d{1,18})$/.exec(about ?? '') ?? []
  return digits === undefined ? undefined : BigInt(digits)
}
