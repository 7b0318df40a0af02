import * as z from 'zod/mini'
import { careRules } from './care.ts'
import { checkStates } from './kyc.ts'
import { heavyRead, zReason } from './operator-trading.ts'
import { zNumber } from './operator-payments.ts'
import { products } from './products.ts'
import { zLimits } from './protection.ts'
import { operatorRoute } from './route.ts'
import { counted, zMoney, zText, zTime } from './shapes.ts'

/** What holds an account back. The first that applies, from the left. */
export const accountStates = ['locked', 'closed', 'excluded', 'break', 'unverified', 'open'] as const
/** The signs of harm in the play of a day. */
export const markerSigns = ['chasing', 'night_play', 'limit_hits', 'deposits_after_losses'] as const
export const timelineKinds = [
  'stake',
  'return',
  'deposit',
  'withdrawal',
  'session',
  'limit',
  'exclusion',
  'identity',
  'message',
  'note',
  'protection',
  'operator',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

const zAccountState = z.enum(accountStates)

/** An account in the list. `net_30d` is what the house kept of the stakes since the midnight 30 days ago: negative if the bettor won. */
const zBettorRow = z.object({
  bettor_id: z.string(),
  name: z.string(),
  msisdn: z.string(),
  state: zAccountState,
  identity: z.enum(checkStates),
  balance: zMoney,
  since: zTime,
  last_seen_at: z.nullable(zTime),
  net_30d: zMoney,
})
export type BettorRow = z.output<typeof zBettorRow>

/**
 * `q` is a whole phone number in any form, an id, or the beginning of a name; `marker` the rule of a marker of harm that is not closed; `source` the
 * `utm_source` of the sign-up.
 */
const filter = {
  q: z.optional(zText(80).check(z.trim())),
  state: z.optional(zAccountState),
  marker: z.optional(z.enum(['any', ...careRules])),
  source: z.optional(zText(200)),
}

const zExclusion = z.object({
  kind: z.enum(['break', 'exclusion']),
  period: z.string(),
  since: zTime,
  until: zTime,
})

/** The stakes of settled tickets and their returns; `net` is what the house kept. */
const zProductNet = z.object({
  product: z.enum(products),
  bets: z.number(),
  staked: zMoney,
  returned: zMoney,
  net: zMoney,
})

/** The operator who set something by hand, and since when it holds. */
const zSetBy = z.object({ by: z.string(), since: zTime })

const zOpenTicket = z.object({
  bet_id: z.string(),
  product: z.enum(products),
  placed_at: zTime,
  stake: zMoney,
  possible_win: z.nullable(zMoney),
  text: z.string(),
})

const zMarker = z.object({
  day: z.string(),
  score: z.number(),
  reasons: z.array(z.object({ sign: z.enum(markerSigns), times: z.number(), weight: z.number() })),
})

/**
 * A bettor as support sees it. `accounts.waiting` are the debits of withdrawals that have not ended; `debt` is zero or above. `breaks` are all
 * breaks and exclusions, the latest first; `exclusion` is the active one that ends last. `open_tickets` are the latest 50 of `open.count`.
 * `stake_percent` multiplies the highest stake and the liability that this bettor is offered. `device` is null of a session that an older version
 * has opened; `passkeys` are those that work.
 */
const zBettor = z.object({
  bettor_id: z.string(),
  name: z.string(),
  msisdn: z.string(),
  email: z.nullable(z.string()),
  state: zAccountState,
  age: z.number(),
  since: zTime,
  last_seen_at: z.nullable(zTime),
  accounts: z.object({
    cash: zMoney,
    bonus: zMoney,
    returnable: zMoney,
    points: z.number(),
    debt: zMoney,
    waiting: zMoney,
    waiting_withdrawals: z.number(),
  }),
  open: z.object({ count: z.number(), staked: zMoney }),
  limits: zLimits,
  breaks: z.array(zExclusion),
  exclusion: z.nullable(zExclusion),
  identity: z.object({ state: z.enum(checkStates), wanted: z.boolean() }),
  markers: z.array(zMarker),
  stake_percent: z.number(),
  stake_percent_set: z.nullable(zSetBy),
  locked: z.nullable(zSetBy),
  sources: z.object({
    utm_source: z.nullable(z.string()),
    utm_campaign: z.nullable(z.string()),
    btag: z.nullable(z.string()),
  }),
  net: z.array(zProductNet),
  net_total: zMoney,
  net_30d: zMoney,
  open_tickets: z.array(zOpenTicket),
  sessions: z.array(
    z.object({
      session_id: z.string(),
      opened_at: zTime,
      expires_at: zTime,
      last_used_at: zTime,
      device: z.nullable(z.string()),
      by_passkey: z.boolean(),
    }),
  ),
  passkeys: z.array(
    z.object({ passkey_id: z.string(), name: z.string(), created_at: zTime, last_used_at: z.nullable(zTime) }),
  ),
  devices: z.array(z.object({ since: zTime, last_at: zTime, times: z.number() })),
  notes: z.number(),
})
export type BettorDetails = z.output<typeof zBettor>

/** `amount` is the change of the cash and `balance_after` the cash after it; `by` is the operator or the part of the product that did it. */
const zTimelineRow = z.object({
  at: zTime,
  kind: z.enum(timelineKinds),
  text: z.string(),
  amount: z.optional(zMoney),
  balance_after: z.optional(zMoney),
  ref: z.nullable(z.string()),
  by: z.string(),
  /** The line of the audit log that let this payout go. */
  audit_id: z.optional(z.string()),
})
export type TimelineRow = z.output<typeof zTimelineRow>

/** Kinds as text with commas between them. */
export const zKinds = z.pipe(
  zText(200),
  z.transform((text, context): readonly TimelineKind[] => {
    const kinds = text.split(',').map((kind) => kind.trim())
    const known = timelineKinds.filter((kind) => kinds.includes(kind))
    if (kinds.every((kind) => known.some((one) => one === kind))) return known
    context.issues.push({ code: 'custom', message: 'These are no kinds of the timeline', input: text })
    return z.NEVER
  }),
)

const zNextMeta = z.object({ limit: z.number(), next: z.optional(z.string()) })

/** The console's calls about bettors. Lists are read on with `before`, the `next` of a page's meta. */
export const consoleBettors = {
  /** Accounts, the newest first. */
  bettors: operatorRoute({
    ...heavyRead,
    permission: 'bettors.read',
    also: ['protection.read'],
    alsoNeeds: ({ marker }) => (marker === undefined ? undefined : 'protection.read'),
    method: 'GET',
    path: '/v1/operator/bettors',
    input: z.object({
      ...filter,
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
      limit: counted(100, 50),
    }),
    answer: z.object({ data: z.array(zBettorRow), meta: zNextMeta }),
    csv: z.object({ ...filter, reason: zReason }),
    csvPermission: 'bettors.export',
  }),
  bettor: operatorRoute({
    permission: 'bettors.read',
    method: 'GET',
    path: '/v1/operator/bettors/:id',
    subject: 'bettor :id',
    input: z.object({ id: zNumber }),
    answer: zBettor,
    failures: ['not_found'],
  }),
  /** Everything about a bettor in one list, newest first; `kinds` with commas between them selects some. */
  bettorTimeline: operatorRoute({
    ...heavyRead,
    permission: 'bettors.read',
    method: 'GET',
    path: '/v1/operator/bettors/:id/timeline',
    subject: 'bettor :id',
    input: z.object({
      id: zNumber,
      kinds: z.optional(zKinds),
      before: z.optional(z.string().check(z.regex(/^[\w-]{1,100}$/))),
      limit: counted(100, 50),
    }),
    answer: z.object({ data: z.array(zTimelineRow), meta: zNextMeta }),
    failures: ['not_found'],
  }),
  /** How many lines of each kind the timeline has, counted up to 1,000; `more` says that there are further ones. */
  bettorTimelineCounts: operatorRoute({
    permission: 'bettors.read',
    method: 'GET',
    path: '/v1/operator/bettors/:id/timeline/counts',
    subject: 'bettor :id',
    input: z.object({ id: zNumber }),
    answer: z.object({
      data: z.array(z.object({ kind: z.enum(timelineKinds), count: z.number(), more: z.boolean() })),
    }),
    failures: ['not_found'],
  }),
  /**
   * Other accounts that used the same device, payer's phone or document. `times` counts the logins, payments or documents of the other
   * account. At most 100 of each. `paid_by_others` counts the numbers other than the account's own that paid in, and their deposits.
   */
  bettorLinks: operatorRoute({
    ...heavyRead,
    permission: 'bettors.read',
    method: 'GET',
    path: '/v1/operator/bettors/:id/links',
    subject: 'bettor :id',
    input: z.object({ id: zNumber }),
    answer: z.object({
      data: z.array(
        z.object({
          bettor_id: z.string(),
          name: z.string(),
          by: z.enum(['device', 'payer', 'document']),
          since: zTime,
          times: z.number(),
        }),
      ),
      paid_by_others: z.object({ numbers: z.number(), amount: zMoney }),
    }),
    failures: ['not_found'],
  }),
} as const
