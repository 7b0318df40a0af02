import * as z from 'zod/mini'
import { betStates, zBet, zLeg } from './betting.ts'
import { products } from './products.ts'
import { heavyRead } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { counted, zDay, zId, zMoney, zMoneyIn, zPrice, zTime } from './shapes.ts'

/** The filters of the list of tickets. `min_win` is the most that a ticket can pay or has paid; days are those of the country. */
const ticketFilter = {
  product: z.optional(z.enum(products)),
  state: z.optional(z.enum(betStates)),
  bettor_id: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  match_id: z.optional(z.string().check(z.regex(/^\d{1,9}$/))),
  min_stake: z.optional(zMoneyIn),
  min_win: z.optional(zMoneyIn),
  from: z.optional(zDay),
  to: z.optional(zDay),
}

/**
 * A ticket in the list. `text` is its first pick, its game or its pool; `legs` counts the picks. `bettor_name` is read only by people who read
 * bettors, and is not pushed. `device_people`: in the list of a match, and for these people, how many bettors have logged in on a device of the bettor.
 */
export const zTicketRow = z.object({
  bet_id: z.string(),
  bettor_id: z.string(),
  bettor_name: z.optional(z.string()),
  device_people: z.optional(z.number()),
  product: z.enum(products),
  type: zBet.shape.type,
  placed_at: zTime,
  settled_at: z.optional(zTime),
  stake: zMoney,
  total_odds: z.nullable(zPrice),
  possible_win: z.nullable(zMoney),
  returned: zMoney,
  state: z.enum(betStates),
  legs: z.number(),
  text: z.string(),
})
export type TicketRow = z.output<typeof zTicketRow>

/** The state of the topic `operator:tickets`, key `newest`: the newest tickets of all products, newest first. */
export const zNewestTickets = z.object({ data: z.array(zTicketRow) })
export type NewestTickets = z.output<typeof zNewestTickets>

/** A price of the outcome: null while the line has none. `version` counts the changes of its line. */
const zPriceMoment = z.object({
  at: zTime,
  price: z.nullable(zPrice),
  state: z.enum(['open', 'suspended', 'closed']),
  version: z.number(),
  source: z.string(),
})

/** A change of the match itself: its state, score, and whether bets were stopped. */
const zMatchMoment = z.object({
  at: zTime,
  kind: z.string(),
  state: z.string(),
  minute: z.nullable(z.number()),
  score: z.nullable(z.string()),
  suspended: z.boolean(),
  reason: z.nullable(z.string()),
  source: z.string(),
})

const zEventMoment = z.object({
  event_id: z.string(),
  version: z.number(),
  type: z.string(),
  minute: z.optional(z.number()),
  side: z.optional(z.enum(['home', 'away'])),
  score: z.optional(z.string()),
  taken_back: z.optional(z.boolean()),
  source: z.string(),
  at: zTime,
})

/** A version of the result of a match. `by` is its author: a feed or a person. */
const zResultVersion = z.object({
  version: z.number(),
  kind: z.string(),
  result: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  by: z.string(),
  at: zTime,
  confirmed_by: z.optional(z.string()),
  confirmed_at: z.optional(zTime),
  settled_at: z.optional(zTime),
})

/** Bets of all bettors on one outcome within a minute of the ticket, at one price; `first_at` and `last_at` are when they were placed. */
const zOthers = z.object({ price: zPrice, bets: z.number(), first_at: zTime, last_at: zTime })

/** A cash-out that the bettor asked for and did not get: at which quote, for which part of the rest, and why. */
const zCashOutRefusal = z.object({
  at: zTime,
  code: z.string(),
  reason: z.nullable(z.string()),
  quoted: z.nullable(zMoney),
  part: z.string(),
})

/**
 * A pick with what speaks for its result. `others` are those of the 10,000 tickets around it; only picks on matches have them. Prices, changes and events are those of ten minutes before and after the placing, and the price
 * before them; those of the parts of a combination, which has no price of its own over time, are `part_prices`.
 */
const zLegEvidence = z.extend(zLeg, {
  n: z.number(),
  score_at_bet: z.optional(z.string()),
  why: z.string(),
  prices: z.array(zPriceMoment),
  part_prices: z.optional(
    z.array(z.object({ sub_type_id: z.string(), odd_key: z.string(), prices: z.array(zPriceMoment) })),
  ),
  changes: z.array(zMatchMoment),
  events: z.array(zEventMoment),
  results: z.array(zResultVersion),
  others: z.optional(z.array(zOthers)),
})

/** What a round of a game proves: named facts, and what happened in it in order. `check` is where anybody can check it. */
const zRoundEvidence = z.object({
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  steps: z.array(z.object({ at: zTime, text: z.string(), amount: z.optional(zMoney) })),
  check: z.optional(z.string()),
})
export type RoundEvidence = z.output<typeof zRoundEvidence>

/** A movement of the bettor's money by a ticket. `amount` has the sign of his account. */
const zTicketTransfer = z.object({
  no: z.string(),
  id: z.string(),
  kind: z.string(),
  text: z.string(),
  account: z.enum(['cash', 'bonus', 'debt', 'returnable', 'points']),
  amount: zMoney,
  balance_after: z.nullable(zMoney),
  at: zTime,
})

const zTicketEvidence = z.extend(zBet, {
  state: z.enum(betStates),
  bettor_id: z.string(),
  why: z.string(),
  legs: z.array(zLegEvidence),
  /** The delay of a bet in play: when its stake was reserved, and how long it waited. */
  delay: z.optional(z.object({ asked_at: zTime, seconds: z.number() })),
  transfers: z.array(zTicketTransfer),
  cash_outs: z.array(z.object({ id: z.string(), at: zTime, stake: zMoney, amount: zMoney, automatic: z.boolean() })),
  cash_outs_refused: z.array(zCashOutRefusal),
  /** What cashing out would pay now, or the reason why not, as the bettor's own call says it; only for an open ticket with picks on matches. */
  cash_out_now: z.optional(
    z.object({
      at: zTime,
      amount: z.optional(zMoney),
      reason: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  ),
  /** The amount at which the bettor asked for an automatic cash-out, also if it has ended. */
  cash_out_rule: z.optional(z.object({ amount: zMoney, at: zTime, active: z.boolean() })),
  round: z.optional(zRoundEvidence),
  /** Fingerprints of the session and the browser that placed the ticket; absent for tickets placed before they were stored. */
  origin: z.optional(
    z.object({ session: z.string(), device: z.optional(z.string()), address: z.optional(z.string()) }),
  ),
  audit: z.array(
    z.object({
      id: z.string(),
      operator: z.string(),
      action: z.string(),
      subject: z.string(),
      reason: z.string(),
      outcome: z.nullable(z.string()),
      at: zTime,
    }),
  ),
})
export type TicketEvidence = z.output<typeof zTicketEvidence>

/** The console's calls about tickets. */
export const consoleTickets = {
  /**
   * Tickets of all products, newest first. A page may be shorter than its limit, even empty, although `next` continues it: each reads a bounded
   * number of tickets.
   */
  tickets: operatorRoute({
    method: 'GET',
    path: '/v1/operator/tickets',
    ...heavyRead,
    permission: 'tickets.read',
    input: z.object({
      ...ticketFilter,
      limit: counted(100, 50),
      before: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/))),
    }),
    csv: z.object(ticketFilter),
    answer: z.object({
      data: z.array(zTicketRow),
      meta: z.object({ limit: z.number(), next: z.optional(z.string()) }),
    }),
    fallback: 'Fetching tickets failed',
  }),
  ticket: operatorRoute({
    method: 'GET',
    path: '/v1/operator/tickets/:id',
    permission: 'tickets.read',
    subject: 'ticket :id',
    input: z.object({ id: zId }),
    answer: z.object({ data: zTicketEvidence }),
    failures: ['not_found'],
    fallback: 'Fetching the ticket failed',
  }),
  /**
   * The evidence of a ticket as a file for a regulator or a court. `content` is the file byte for byte, as JSON in UTF-8, and `sha256` its hash
   * in hex.
   */
  ticketFile: operatorRoute({
    method: 'GET',
    path: '/v1/operator/tickets/:id/file',
    permission: 'tickets.read',
    subject: 'ticket :id',
    input: z.object({ id: zId }),
    answer: z.object({ name: z.string(), content: z.string(), sha256: z.string() }),
    failures: ['not_found'],
    fallback: 'Fetching the file failed',
  }),
} as const
