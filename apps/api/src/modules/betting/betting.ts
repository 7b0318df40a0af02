import { createHash } from 'node:crypto'
import { quote } from '@nare/bets/quote'
import { productOf } from '@nare/bets/accept'
import { boostPercent } from '@nare/bets/boost'
import { display, market, marketTitle } from '@nare/bets/markets'
import { typeOf } from '@nare/bets/slip'
import type { betting } from '@nare/contract/betting'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney, formatPrice, money, parsePrice, type Price } from '@nare/money/money'
import { taxesOn, type Country } from '#country/country'
import type { Catalog } from '#modules/catalog/catalog'
import type { Ledger } from '#modules/ledger/ledger'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Live } from '#platform/live'
import type { Log } from '#platform/log'
import { random } from '#platform/random'
import type { Session } from '#platform/session'
import { batcher, QueueFull } from './batcher.ts'
import { betIds } from './bet-ids.ts'
import * as bets from './bets-store.ts'
import { placeBets, type Placement, type PlaceRules } from './place.ts'
import { openMatchNames } from './match-names.ts'
import { openRules } from './rules.ts'
import { settleMatch, type Settled } from './settle.ts'
import { insertJob, waitingMatches } from './settle-store.ts'
import { checkedPick, hashOf, offerKey, priced, readPick, wanted, type Pick, type Slip } from './slip.ts'
import { betView, placedView } from './views.ts'

type Deps = {
  db: Db
  clock: Clock
  live: Live
  log: Log
  ledger: Ledger
  catalog: Catalog
  country: Country
  count: (event: string, by?: number) => void
  /** Waits for the delay of live bets, in real time. */
  wait: (ms: number) => Promise<void>
  slots?: number
}

type Place = typeof betting.place
type Validate = typeof betting.validate
type Share = typeof betting.share

export type Betting = Awaited<ReturnType<typeof openBetting>>

const slipsInBatch = 64
const matchesInBatch = 500
const queueMost = 5000
const shareTries = 5
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Takes bets, tells them, and settles them. */
export async function openBetting(deps: Deps) {
  const { db, ledger, catalog, country, live } = deps
  const book = await openRules(db, country)
  const rules: PlaceRules = {
    version: book.version,
    limits: country,
    boost: country.boost,
    liabilityMost: country.maxLiability,
  }
  const nextBetId = betIds(db)
  const matchNames = openMatchNames(deps)
  const enqueue = batcher<Slip, Placement>({
    slots: deps.slots ?? 3,
    itemsMost: slipsInBatch,
    weightMost: matchesInBatch,
    queueMost,
    weigh: (slip) => slip.picks.length,
    run: (slips) => placeBets({ db, catalog, ledger, rules, nextBetId }, slips),
  })

  /** Takes a bet once: the client's id makes sending a slip twice placing one bet. */
  async function place(input: Received<Place>, session: Session): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const slip = slipOf(input, session)
    const placement = await enqueuePatiently(slip)
    if (placement === 'full') return refused('overloaded', { retry_after_s: 1 })
    if (placement.kind === 'live_delay') throw new Error('the delay of live bets was asked for twice')
    if (placement.kind === 'refused') return placement.refusal as Outcome<never, Failure<Place>>
    if (placement.kind === 'repeated') return repeatedAnswer(session.bettor, input.id)
    deps.count('bet_placed')
    void ledger
      .tell(live, [session.bettor])
      .catch((error: unknown) => deps.log.warn({ err: error }, 'a balance could not be told'))
    const facts = await matchNames(placement.bet.legs.map((leg) => leg.matchId))
    return done(answerOf(placedView(placement.bet, facts), formatMoney(placement.balance)))
  }

  async function enqueuePatiently(slip: Slip): Promise<Placement | 'full'> {
    try {
      const first = await enqueue(slip)
      if (first.kind !== 'live_delay') return first
      await deps.wait(country.liveDelayS * 1000)
      return await enqueue({ ...slip, waited: true })
    } catch (error) {
      if (error instanceof QueueFull) return 'full'
      throw error
    }
  }

  async function repeatedAnswer(bettor: bigint, id: string): Promise<Outcome<Answer<Place>, Failure<Place>>> {
    const row = await bets.betOf(db, { bettor, id })
    if (!row) throw new Error('a bet that stood is gone')
    const facts = await catalog.legFacts(
      db,
      row.legs.map((leg) => leg.match_id),
    )
    const { balance } = await ledger.balances(bettor)
    return done(answerOf(betView(row, facts, { asPlaced: true }), formatMoney(balance)))
  }

  /** Values a slip and tells the present state of its picks. Refuses nothing. */
  async function validate(input: Received<Validate>): Promise<Answer<Validate>> {
    const { legs, live: hasLive } = await presentLegs(input.slip.map(readPick))
    const nowMs = deps.clock.now()
    const draft = { legs, stake: input.stake, type: input.type, system: input.system }
    const worth = quote(draft, { nowMs, boost: country.boost })
    const prices = legs.map((leg) => leg.present ?? leg.expected)
    const qualifying = prices.filter((at) => at >= country.boost.minLeg).length
    const type = typeOf(draft)
    return {
      data: legs.map((leg) => checkedPick(leg, nowMs)),
      minStake: formatMoney(country.minStake),
      netWin: worth.netWin === null ? null : formatMoney(worth.netWin),
      netWinBoosted: worth.netWinBoosted === null ? null : formatMoney(worth.netWinBoosted),
      hasBoost: worth.hasBoost,
      remaining_games: worth.remainingGames,
      multiboostmessage: worth.multiboostmessage,
      slip_has_live_interval: hasLive ? country.liveDelayS : 0,
      total_odds: type === 'system' ? null : formatPrice(productOf(prices)),
      boost_percent: type === 'multi' ? boostPercent(country.boost, qualifying) : 0,
      tax: taxesOn(country, deps.clock.date()),
    }
  }

  async function presentLegs(picks: readonly Pick[]) {
    const offers = await catalog.offers(db, wanted(picks))
    const byKey = new Map(offers.map((offer) => [offerKey(offer.matchId, offer.marketId, offer.line), offer]))
    const found = picks.map((pick) =>
      pick.line === undefined ? undefined : byKey.get(offerKey(pick.matchId, pick.marketId, pick.line)),
    )
    return {
      legs: picks.map((pick, index) => priced(pick, found[index])),
      live: found.some((offer) => offer?.matchState === 'live'),
    }
  }

  async function share(input: Received<Share>): Promise<Outcome<Answer<Share>, Failure<Share>>> {
    const picks = input.slip.map((pick) => ({ ...pick, odd_value: formatPrice(pick.odd_value) }))
    const { legs } = await presentLegs(input.slip.map(readPick))
    if (legs.some((leg) => leg.matchState === 'cancelled'))
      return refused('not_available', undefined, 'A pick of this slip is not on offer any more')
    const text = JSON.stringify(picks)
    const hash = createHash('sha256').update(text).digest('hex')
    for (let tries = 0; tries < shareTries; tries++) {
      const code = Array.from({ length: 6 }, () => codeLetters[random.below(codeLetters.length)]).join('')
      const kept = await bets.keepShare(db, { code, hash, picks: text })
      if (kept) return done({ code: kept })
    }
    return refused('not_available')
  }

  async function shared(code: string): Promise<Outcome<Answer<typeof betting.shared>, 'not_found'>> {
    const picks = await bets.sharedPicks(db, code.trim().toUpperCase())
    if (!picks) return refused('not_found')
    const read = picks.map((pick) => readPick({ ...pick, odd_value: oldPrice(pick.odd_value) }))
    const { legs } = await presentLegs(read)
    const matches = await catalog.matchViews(
      db,
      read.map((pick) => pick.matchId),
    )
    const nowMs = deps.clock.now()
    const data = legs.flatMap((leg, index) => {
      const match = matches.get(Number(leg.matchId))
      const line = read[index]?.line ?? ''
      if (!match) return []
      const words = {
        market: market(leg.marketId) ? marketTitle(leg.marketId, line) : leg.marketId,
        display: display(leg.marketId, leg.oddKey),
      }
      return [{ ...checkedPick(leg, nowMs), old_odd_value: formatPrice(leg.expected), ...words, match }]
    })
    return done({ data })
  }

  async function bet(bettor: bigint, id: string): Promise<Outcome<Answer<typeof betting.bet>, 'not_found'>> {
    const known = /^(\d{1,18}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(id)
    const row = known ? await bets.betOf(db, { bettor, id }) : undefined
    if (!row) return refused('not_found')
    return done({
      data: betView(
        row,
        await catalog.legFacts(
          db,
          row.legs.map((leg) => leg.match_id),
        ),
      ),
    })
  }

  async function list(bettor: bigint, input: Received<typeof betting.bets>): Promise<Answer<typeof betting.bets>> {
    const filter = {
      bettor,
      state: input.state,
      product: input.product,
      from: input.from,
      to: input.to,
      timeZone: country.timeZone,
    }
    const [rows, sums] = await Promise.all([bets.betsOf(db, filter, input), bets.totalsOf(db, filter)])
    const facts = await catalog.legFacts(
      db,
      rows.flatMap((row) => row.legs.map((leg) => leg.match_id)),
    )
    return {
      data: rows.map((row) => betView(row, facts)),
      meta: { page: input.page, limit: input.limit, total: sums.total },
      totals: {
        staked: formatMoney(money(sums.staked)),
        returned: formatMoney(money(sums.returned)),
        net: formatMoney(money(sums.returned - sums.staked)),
      },
    }
  }

  const settle = async (matchId: number): Promise<Settled> => {
    const settled = await settleMatch({ db, catalog, ledger, rules: book }, matchId, (paid) => ledger.tell(live, paid))
    if (settled.bets > 0) deps.count('bet_settled', settled.bets)
    return settled
  }

  // One match that cannot be settled must not keep the others waiting; its job stays and is tried again.
  const notSettled = (matchId: number, error: unknown): void =>
    deps.log.error({ err: error, matchId }, 'a match could not be settled')

  return {
    rulesVersion: book.version,
    place,
    validate,
    share,
    shared,
    bet,
    list,
    settle,
    /** Writes down, in the transaction of a result, that its bets have to be settled. */
    onResult: insertJob,
    /** Settles whatever an earlier run or another process left; at most `most` matches. */
    async settleWaiting(most = 50): Promise<number> {
      const waiting = await waitingMatches(db, most)
      for (const matchId of waiting) await settle(matchId).catch((error: unknown) => notSettled(matchId, error))
      return waiting.length
    },
    /** What a search finds among booking codes and a bettor's own bets. */
    async find(q: string, bettor: bigint | undefined) {
      const picks = /^[a-z2-9]{6}$/i.test(q) ? await bets.sharedPicks(db, q.toUpperCase()) : undefined
      const own =
        bettor !== undefined && /^\d{4,18}$/.test(q) ? await bets.betsLike(db, { bettor, digits: q, most: 5 }) : []
      return {
        codes: picks ? [{ code: q.toUpperCase(), picks: picks.length }] : [],
        bets: own.map((row) => ({ bet_id: String(row.bet_id), state: row.state })),
      }
    },
  }
}

const answerOf = (bet: Answer<Place>['bet'], balance: string): Answer<Place> => ({
  status: 201,
  message: 'Bet placed',
  bet,
  balance,
})

function oldPrice(text: string): Price {
  const read = parsePrice(text)
  if (read === undefined) throw new Error('a kept price cannot be read')
  return read
}

function slipOf(input: Received<Place>, { bettor, verified }: Session): Slip {
  const { id, stake, type, system, accept, utm_source, utm_campaign, btag } = input
  const attribution =
    utm_source || utm_campaign || btag ? JSON.stringify({ utm_source, utm_campaign, btag }) : undefined
  const picks = input.slip.map(readPick)
  return { bettor, verified, id, hash: hashOf(input), stake, type, system, accept, picks, attribution, waited: false }
}
