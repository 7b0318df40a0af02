import * as z from 'zod/mini'
import { preview, zPreview } from './effect.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { orWaiting } from './second-person.ts'
import { zCommandId, zId, zMoney, zPriceIn, zShownText } from './shapes.ts'

const zMatchId = z.string().check(z.regex(/^\d{8}$/))
const zScore = z.string().check(z.regex(/^\d{1,3}:\d{1,3}$/, 'Please write a score as 2:1'))

/** `version` is that of the result. `unchanged`: it was so before. Bets are settled right after. */
const zRecorded = z.object({ state: z.enum(['recorded', 'unchanged']), version: z.number() })
const zTicketDecided = z.object({ state: z.enum(['void', 'settled', 'unchanged']), returned: zMoney })

const command = { id: zCommandId, reason: zReason }

/** The operators' calls that make matches by hand, and slow their bets down. */
export const operatorFixtures = {
  /**
   * A match that no feed has. The sport's model prices all its markets from these prices, which are those of the sandbox's call. The competition
   * is an existing one by its id, or one by its name. The same `id` makes one match.
   */
  createFixture: operatorRoute({
    permission: 'trading.act',
    action: 'match.create',
    subject: 'fixture :home_team v :away_team',
    audited: ['sport_id', 'competition_id', 'competition_name', 'start_time'],
    method: 'POST',
    path: '/v1/operator/matches',
    created: true,
    input: z.object({
      id: z.optional(zCommandId),
      sport_id: zId,
      competition_id: z.optional(zId),
      competition_name: z.optional(zShownText(80).check(z.trim(), z.minLength(2))),
      category: z.optional(zShownText(80).check(z.trim(), z.minLength(2))),
      home_team: zShownText(80).check(z.trim(), z.minLength(2)),
      away_team: zShownText(80).check(z.trim(), z.minLength(2)),
      start_time: z.iso.datetime({ offset: true }),
      prices: z.object({
        home_odd: zPriceIn,
        neutral_odd: z.optional(z.nullable(zPriceIn)),
        away_odd: zPriceIn,
        over: z.optional(z.nullable(zPriceIn)),
        under: z.optional(z.nullable(zPriceIn)),
      }),
      reason: zReason,
    }),
    answer: z.object({ match_id: z.string() }),
    failures: ['id_reused', 'invalid_input'],
  }),
  /** The live delay of a match. The longer of it and the setting holds; 0 ends it. */
  delayMatch: operatorRoute({
    permission: 'trading.act',
    action: 'match.delay',
    subject: 'match :match_id',
    audited: ['seconds'],
    method: 'POST',
    path: '/v1/operator/matches/:match_id/delay',
    input: z.object({ match_id: zMatchId, seconds: z.int().check(z.gte(0), z.lte(30)), reason: zReason }),
    answer: z.object({ match_id: z.string(), seconds: z.number() }),
    failures: ['not_found'],
  }),
} as const

/** The calls that pay or take back by hand: what one person moves by all of them is one sum, so that no mix of them moves more. */
const decisions = ['match.result', 'match.void', 'ticket.void', 'ticket.resettle'] as const

/** The operators' calls that decide matches and tickets by hand. A second person confirms what moves more than a set sum within a day. */
export const operatorResults = {
  /**
   * The result of a match by hand, or its correction: the next version. `walkover`: it was not played. `retired` and `awarded`: it was not finished;
   * what the score so far has decided stands, the rest is void. A feed's later report that differs becomes a finding.
   * Before the match can be over, or if it was void, a second person confirms it; before it has begun there is no score.
   */
  resultByHand: operatorRoute({
    permission: 'trading.result',
    action: 'match.result',
    subject: 'match :match_id',
    audited: [
      ...(['full_time', 'half_time', 'goals', 'periods', 'corners', 'cards'] as const),
      ...(['retired', 'walkover', 'awarded', 'preview'] as const),
    ],
    second: 'depends',
    sumOf: decisions,
    method: 'POST',
    path: '/v1/operator/matches/:match_id/result',
    input: z.object({
      ...command,
      match_id: zMatchId,
      full_time: z.optional(zScore),
      half_time: z.optional(zScore),
      goals: z.optional(z.array(z.enum(['home', 'away'])).check(z.maxLength(60))),
      periods: z.optional(z.array(zScore).check(z.maxLength(12))),
      corners: z.optional(zScore),
      /** A yellow card counts one, a red card two. */
      cards: z.optional(zScore),
      retired: z.optional(z.boolean()),
      walkover: z.optional(z.boolean()),
      awarded: z.optional(z.boolean()),
      preview,
    }),
    answer: orWaiting(z.union([zPreview, zRecorded])),
    failures: ['not_found', 'invalid_input', 'overloaded'],
  }),
  /**
   * Declares a match void, or of it a market, one line or one outcome. It stays so whatever result comes later; only the void of a whole match ends
   * with a result. `end` ends exactly one void of a part, and its tickets are settled by the result, or open again without one. It takes bets again once its feed sends prices.
   */
  voidByHand: operatorRoute({
    permission: 'trading.result',
    action: 'match.void',
    subject: 'match :match_id',
    audited: ['sub_type_id', 'line', 'odd_key', 'end', 'preview'],
    second: 'depends',
    sumOf: decisions,
    method: 'POST',
    path: '/v1/operator/matches/:match_id/void',
    input: z.object({
      ...command,
      match_id: zMatchId,
      sub_type_id: z.optional(zId),
      line: z.optional(z.string().check(z.maxLength(20))),
      odd_key: z.optional(z.string().check(z.maxLength(80))),
      end: z.optional(z.boolean()),
      preview,
    }),
    answer: orWaiting(z.union([zPreview, zRecorded])),
    failures: ['not_found', 'invalid_input', 'overloaded'],
  }),
  /** Declares a ticket void and pays its stake back, less what cash-outs have closed. No result settles it again. Only tickets on matches. */
  voidTicket: operatorRoute({
    permission: 'tickets.decide',
    action: 'ticket.void',
    subject: 'ticket :ticket_id',
    audited: ['preview'],
    second: 'depends',
    sumOf: decisions,
    method: 'POST',
    path: '/v1/operator/tickets/:ticket_id/void',
    input: z.object({ ...command, ticket_id: z.string().check(z.regex(/^[1-9]\d{0,17}$/)), preview }),
    answer: orWaiting(z.union([zPreview, zTicketDecided])),
    failures: ['not_found', 'not_voidable', 'overloaded'],
  }),
  /** Settles a ticket again by the results that its matches have now, also one that was declared void, for which a second person is needed. */
  resettleTicket: operatorRoute({
    permission: 'tickets.decide',
    action: 'ticket.resettle',
    subject: 'ticket :ticket_id',
    audited: ['preview'],
    second: 'depends',
    sumOf: decisions,
    method: 'POST',
    path: '/v1/operator/tickets/:ticket_id/resettle',
    input: z.object({ ...command, ticket_id: z.string().check(z.regex(/^[1-9]\d{0,17}$/)), preview }),
    answer: orWaiting(z.union([zPreview, zTicketDecided])),
    failures: ['not_found', 'not_voidable', 'overloaded'],
  }),
} as const
