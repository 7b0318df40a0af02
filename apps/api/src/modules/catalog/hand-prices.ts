import { sportOf } from '@nare/bets/markets/sports'
import { fieldFacts, type FieldFault } from '@nare/contract/field-codes'
import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { operatorTradingHands as contract } from '@nare/contract/operator-trading-hands'
import type { Received } from '@nare/contract/route'
import { formatPrice, price, type Price } from '@nare/money/money'
import type { Clock } from '#platform/clock'
import type { Tx } from '#platform/db'
import { lockExclusive } from '#platform/locks'
import type { Deciding } from '#platform/operator-calls'
import { aboveFair } from './above-fair.ts'
import { fairOddsOf } from './expectations.ts'
import { boardOf, isLoss, lossText } from './hand-boards.ts'
import type { Publish } from './ingest-types.ts'
import { openLine, progressOf } from './open-lines.ts'
import { outcomeLine } from './pricing.ts'
import { endHandsIn, handsOn, linesOfHands, setHand, type SetHand } from './store-hands.ts'
import { linesOfMatch, offeredLines, toPrices } from './store-lines.ts'
import { lockMatch, readMatch, type MatchRow } from './store-match.ts'
import type { Judge } from './sure-return/sure-return.ts'
import { withoutVoided } from './voids.ts'

type Call = typeof contract.setPrice
type Given = Received<Call>
type Failure = 'not_found' | 'invalid_input' | 'overloaded' | 'facts_changed'
type Outcome_ = { readonly matchId: number; readonly marketId: number; readonly line: string; readonly oddKey: string }

type Deps = {
  readonly clock: Clock
  readonly publish: Publish
  readonly judge: Pick<Judge, 'judge'>
  /** How far one person alone prices above fair, all matches together, in hundredths of a percent. */
  readonly aboveFairAlone: () => number
}

const priceMax = 1_000_000n
/** A price by hand that is further above fair needs a second person. */
const aboveFairMax = 1.05

const fault = (field: keyof Given, code: FieldFault['code'], sentence: string) =>
  refused('invalid_input', fieldFacts({ [field]: { code, sentence } }))
const notOnOffer = fault('odd_key', 'not_one_of', 'This outcome is not on offer')

/**
 * Prices by hand. The board with a higher price is judged before any lock is taken, because that takes a second; what has happened to the match
 * since then refuses the price, so that what was judged is what is offered.
 */
export function openHandPrices({ clock, publish, judge, aboveFairAlone }: Deps): Deciding<Call> {
  /** What the outcome would be offered at: the price by hand, or that of the feed. */
  const targetOf = (given: Given, { model }: Line): Price | null =>
    given.end ? model : given.price === undefined ? null : given.price

  async function judged(tx: Tx, of: Outcome_, given: Given): Promise<Refusal<Failure> | undefined> {
    const row = await readMatch(tx, of.matchId)
    const line = row && (await lineOf(tx, of))
    if (!row || !line) return undefined
    const target = targetOf(given, line)
    // A lower price takes nothing from a board that does not lose.
    if (target === null || (line.offered !== null && target <= line.offered)) return undefined
    // Without its only price by hand a board is the feed's own, whatever it is worth.
    if (given.end && (await handsOn(tx, of.matchId)).length === 1) return undefined
    const lines = (await offeredLines(tx, of.matchId)).map((one) =>
      one.marketId === String(of.marketId) && one.line === of.line
        ? { ...one, prices: one.prices.map((at, n) => (one.keys[n] === of.oddKey ? target : at)) }
        : one,
    )
    const board = boardOf(row, lines)
    if (!board) return notOnOffer
    const found = await judge.judge(board)
    if (!found) return refused('overloaded', { retry_after_s: 5 }, 'This board is still being judged. Send it again')
    return isLoss(found) ? fault('price', 'too_large', lossText(found)) : undefined
  }

  async function readLocked(
    tx: Tx,
    of: Outcome_,
    given: Given,
  ): Promise<Outcome<{ row: MatchRow; line: Line }, Failure>> {
    const before = await readMatch(tx, of.matchId)
    const refusal = await judged(tx, of, given)
    if (refusal) return refusal
    await lockExclusive(tx, 'match', [of.matchId])
    const row = await lockMatch(tx, of.matchId)
    if (!row || !before) return refused('not_found')
    if (before.version !== row.version) {
      // Prices move without a new version of the match; what happened to it makes one.
      const refusedNow = stateText(before) === stateText(row) ? undefined : refused('facts_changed')
      if (refusedNow) return refusedNow
    }
    const line = await lineOf(tx, of)
    if (row.current.resulted || !line || !line.isOpen(row)) return notOnOffer
    if (given.end && !line.hand) return fault('end', 'not_valid', 'This outcome has no price by hand')
    return done({ row, line })
  }

  return {
    async read(tx, given) {
      const of = outcomeOf(given, (await readMatch(tx, Number(given.match_id)))?.sport_id)
      if (!of.ok) return of
      const read = await readLocked(tx, of.value, given)
      if (!read.ok) return read
      const { row, line } = read.value
      const facts = {
        by_hand: line.hand ? (line.hand.price === null ? 'not offered' : priceText(line.hand.price)) : 'no',
        match: stateText(row),
      }
      const { price: wanted } = given
      if (given.end || wanted === null || wanted === undefined) return done({ facts, needed: false })
      const leg = { matchId: of.value.matchId, marketId: given.sub_type_id, oddKey: given.odd_key }
      const [fair] = await fairOddsOf(tx, [leg])
      // What is suspended has the prices of before: nobody knows what is fair until the feed has sent new ones.
      const isKnown = fair !== undefined && !row.current.suspended && !line.isSuspended
      if (!isKnown || Number(wanted) / 1000 > fair * aboveFairMax) return done({ facts, needed: true })
      const above = aboveFair(wanted, fair)
      if (above === 0n) return done({ facts, needed: false })
      // What is still offered can be in one multi with this price, whenever it was set.
      const lasting = await linesOfHands(tx)
      return done({ facts, amount: above, alone: BigInt(aboveFairAlone()), lasting })
    },
    async work(tx, given, { operator, proposer, line: auditLine }) {
      const of = outcomeOf(given, (await readMatch(tx, Number(given.match_id)))?.sport_id)
      if (!of.ok) return of
      const [by, at] = [proposer ?? operator, clock.date()]
      const target = given.price ?? null
      if (given.end) await endHandsIn(tx, of.value, { by, at })
      else {
        const ends = endsBelow(await lineOf(tx, of.value))
        await setHand(tx, { ...of.value, price: target, endsBelow: ends, by, at, auditLine })
      }
      const line = await lineOf(tx, of.value)
      const { match_id, sub_type_id, odd_key } = given
      const offered = line?.offered ?? null
      return done({
        ...{ state: 'done' as const, match_id, sub_type_id, line: of.value.line, odd_key },
        ...{ price: offered === null ? null : formatPrice(offered), by_hand: line?.hand !== undefined },
      })
    },
    after(_answer, { match_id, sub_type_id }) {
      publish([
        { matchId: Number(match_id), sportId: '', lines: [{ market_id: Number(sub_type_id) }], matchChanged: false },
      ])
    },
  }
}

const priceText = (thousandths: number): string => formatPrice(price(BigInt(thousandths)))

/** What has happened in a match so far, as far as it ends prices by hand. */
const stateText = ({ current: { state, score, suspended, stoppedByOperator, lastEvent } }: Pick<MatchRow, 'current'>) =>
  [
    state,
    score ? `${score.home}:${score.away}` : '',
    suspended || stoppedByOperator ? 'suspended' : '',
    lastEvent?.event_id,
  ]
    .filter((part) => part)
    .join(' ')

/** The outcome that a call names. */
function outcomeOf(given: Given, sportId: string | undefined): Outcome<Outcome_, Failure> {
  const { match_id, sub_type_id, odd_key, line, price: at, end } = given
  const sport = sportId === undefined ? undefined : sportOf(sportId)
  if (!sport) return refused('not_found')
  const found = outcomeLine(sport, sub_type_id, odd_key)
  if (!found) return fault('odd_key', 'not_one_of', 'This match has no such market or outcome')
  if (line !== undefined && line !== found.line) return fault('line', 'not_valid', 'This outcome is of another line')
  if (end && at !== undefined && at !== null) return fault('end', 'not_valid', 'Give a price, or end it')
  if (!end && at === undefined) return fault('price', 'required', 'Enter odds like 2.10, or null for not offered')
  if (at !== undefined && at !== null && (at < 1010n || at > priceMax))
    return fault('price', at < 1010n ? 'too_small' : 'too_large', 'Enter odds from 1.01 to 1000')
  return done({ matchId: Number(match_id), marketId: Number(sub_type_id), line: found.line, oddKey: odd_key })
}

/** An outcome of a stored line: what bettors are offered, what its feed would offer, and the price by hand. */
type Line = {
  readonly offered: Price | null
  readonly model: Price | null
  readonly hand: SetHand | undefined
  /** Whether the feed has suspended the line. */
  readonly isSuspended: boolean
  /** Whether the outcome can still be bet on in this match, apart from stops. */
  readonly isOpen: (row: MatchRow) => boolean
}

async function lineOf(tx: Tx, { matchId, marketId, line, oddKey }: Outcome_): Promise<Line | undefined> {
  const isLine = (one: { marketId: string; line: string }) => one.marketId === String(marketId) && one.line === line
  const stored = (await linesOfMatch(tx, matchId)).map(toPrices).find(isLine)
  const offered = (await offeredLines(tx, matchId)).find(isLine)
  if (!stored || stored.state === 'closed') return undefined
  const place = stored.keys.indexOf(oddKey)
  const at = (prices: readonly (bigint | null)[] | undefined): Price | null => {
    const found = prices?.[place]
    return found === null || found === undefined ? null : price(found)
  }
  const hands = await handsOn(tx, matchId)
  return {
    offered: at(offered?.prices),
    model: at(stored.prices),
    isSuspended: stored.state === 'suspended',
    hand: hands.find((one) => one.marketId === marketId && one.line === line && one.oddKey === oddKey),
    isOpen(row) {
      const priced = stored.keys.map((key) => (key === oddKey ? 2000n : null))
      const line = openLine({ ...stored, state: 'open', prices: priced }, progressOf(row.current))
      const open = withoutVoided(line, row.voids)
      return place >= 0 && open.state === 'open'
    },
  }
}

/** Below which price of the feed a price by hand ends: what is fair has then changed by more than one person may go above it. */
function endsBelow(line: Line | undefined): bigint | null {
  const model = line?.model ?? null
  return model === null ? null : BigInt(Math.floor(Number(model) / aboveFairMax))
}
