import { randomUUID } from 'node:crypto'
import { betting } from '@nare/contract/betting'
import { cashOut } from '@nare/contract/cash-out'
import type { LinePrices } from '@nare/api/modules/catalog/feeds/port'
import type { Call } from '@nare/api/testing/cup-bettors'
import type { SeededBettor } from '@nare/api/testing/seed'
import type { Score, Side } from '@nare/bets/result'
import { formatPrice } from '@nare/money/money'
import type { MatchModel } from '@nare/odds/match-model'
import { selectionShare } from '@nare/odds/selection-share'
import { goalsAt, modelAt, momentAt, type Incident, type HuntMatch } from './matches.ts'
import type { Delay, Schedule } from '../virtual/schedule.ts'

/** An outcome on offer at a price. */
export type Choice = { readonly market: string; readonly key: string; readonly odds: number; readonly odd: string }

/** The tries of a player and their outcomes: bets, or cash-outs of `opened` bets. */
export type Account = {
  readonly name: string
  readonly bettor: SeededBettor
  readonly answers: Map<string, number>
  opened: number
  tried: number
  done: number
}

export const account = (name: string, bettor: SeededBettor): Account => ({
  name,
  bettor,
  answers: new Map(),
  opened: 0,
  tried: 0,
  done: 0,
})

const waiting = 'waits for a trader'
/** How many bets of a player have waited for a trader. */
export const waitsOf = ({ answers }: Pick<Account, 'answers'>): number => answers.get(waiting) ?? 0

export const stake = '100.00'
/** The minimum expected profit per shilling on which a bettor with advance knowledge bets. */
const worthWhile = 0.005

/** The outcomes on offer with a price. */
export function choicesOf(lines: readonly LinePrices[]): Choice[] {
  return lines.flatMap(({ marketId, keys, prices }) =>
    keys.flatMap((key, n) => {
      const price = prices[n]
      return price === null || price === undefined
        ? []
        : [
            {
              market: marketId,
              key,
              odds: Number(price) / 1000,
              odd: formatPrice(price as Parameters<typeof formatPrice>[0]),
            },
          ]
    }),
  )
}

/**
 * The best choice at second `nowS` for a player who knows the match up to `seenS`; undefined if none is worth more than its stake. A
 * handicap counts the goals after the bet.
 */
export function bestFor(
  match: HuntMatch,
  { nowS, seenS }: { nowS: number; seenS: number },
  lines: readonly LinePrices[],
): Choice | undefined {
  const model = modelAt(match, seenS)
  const { score } = momentAt(match, nowS)
  const seen = { model, goals: goalsAt(match, seenS), scoreAtBet: score }
  const worth = new Map(choicesOf(lines).map((choice) => [choice, worthOf(choice, seen)]))
  const [best] = [...worth].toSorted(([, a], [, b]) => b - a)
  return best && best[1] > worthWhile ? best[0] : undefined
}

type Seen = { readonly model: MatchModel; readonly goals: readonly Side[]; readonly scoreAtBet: Score }

/** The expected profit of a bet of one shilling. */
function worthOf({ market, key, odds }: Choice, { model, goals, scoreAtBet }: Seen): number {
  const [side = '', number = ''] = key.split(' ')
  const scorer = market === '8' ? goals[Number(number) - 1] : undefined
  if (scorer) return side === `${scorer}_team` ? odds - 1 : -1
  const { win, refund } = selectionShare(model, { marketId: market, oddKey: key, scoreAtBet }) ?? { win: 0, refund: 0 }
  return win * odds + refund - 1
}

/** Whether an incident lowers the value of a bet from before kick-off. */
export function isHurtBy(match: HuntMatch, choice: Choice, { atS }: Incident): boolean {
  const scoreAtBet = { home: 0, away: 0 }
  const worth = (s: number) => worthOf(choice, { model: modelAt(match, s), goals: goalsAt(match, s), scoreAtBet })
  return worth(atS) < worth(atS - 1)
}

/** What a player does with a bet that waits for a trader. */
export type OnReferred = (bet: { readonly by: Account; readonly betId: string; readonly choice: Choice }) => void
export type Playing = {
  readonly call: Call
  readonly schedule: Schedule
  readonly delay: Delay
  /** With referral on: every bet waits. */
  readonly onReferred?: OnReferred | undefined
}

type Reply = { readonly status: number; readonly body: Record<string, unknown> }

/** Places a bet on a choice; a live bet is decided after its delay. `onOpened` receives the bet's id and marks it as a position. */
export async function bet(
  { call, schedule, delay, onReferred }: Playing,
  {
    by,
    matchId,
    choice,
    onOpened,
  }: { by: Account; matchId: string; choice: Choice; onOpened?: (betId: string) => void },
): Promise<void> {
  if (!onOpened) by.tried++
  const slip = [{ match_id: matchId, sub_type_id: choice.market, odd_key: choice.key, odd_value: choice.odd }]
  const ended = ({ status, body }: Reply) => {
    if (status === 202) {
      note(by, waiting)
      return onReferred?.({ by, betId: String((body['bet'] as { bet_id: string }).bet_id), choice })
    }
    if (!onOpened) return noteReply(by, status === 201, body)
    if (status !== 201) return
    by.opened++
    onOpened(String((body['bet'] as { bet_id: string }).bet_id))
  }
  const input = { id: randomUUID(), stake, slip, accept: 'none' as const }
  await untilEnded({ schedule, delay }, () => call(betting.place, input, by.bettor.token), ended)
}

/** Quotes a bet and immediately cashes it out in full. `onPaid` is called when it is paid. */
export async function cashBetOut(
  { call, schedule, delay }: Playing,
  { by, betId, onPaid }: { by: Account; betId: string; onPaid: () => void },
): Promise<void> {
  by.tried++
  const quote = await call(cashOut.quote, { bet_id: betId }, by.bettor.token)
  if (quote.status !== 200) return noteReply(by, false, quote.body)
  const input = { bet_id: betId, id: randomUUID(), quote_id: quote.body.quote_id }
  await untilEnded(
    { schedule, delay },
    () => call(cashOut.take, input, by.bettor.token),
    ({ status, body }) => {
      if (status === 200) onPaid()
      noteReply(by, status === 200, body)
    },
  )
}

async function untilEnded(
  { schedule, delay }: Pick<Playing, 'schedule' | 'delay'>,
  command: () => Promise<Reply>,
  ended: (reply: Reply) => void,
): Promise<void> {
  const answer = await delay.start(command, (ms, end) =>
    schedule.at(schedule.nowMs() + ms, async () => ended(await end())),
  )
  if (answer) ended(answer)
}

function noteReply(by: Account, isDone: boolean, body: Record<string, unknown>): void {
  if (isDone) by.done++
  note(by, isDone ? 'done' : String(body['reason'] ?? body['code']))
}

/** Counts an answer. */
export function note(by: Account, answer: string): void {
  by.answers.set(answer, (by.answers.get(answer) ?? 0) + 1)
}
