import * as z from 'zod/mini'
import { zNumber } from './operator-payments.ts'
import { zReason } from './operator-trading.ts'
import { operatorRoute } from './route.ts'
import { paging, zMeta, zMoney, zText, zTime } from './shapes.ts'

/** The game providers that the platform speaks to. */
export const gameProviderNames = ['pragmatic', 'smartsoft', 'hub88', 'bgaming'] as const
const zGameProvider = z.enum(gameProviderNames)

/** A provider: whether it is configured here, and whether it accepts stakes. */
const zProviderState = z.object({
  provider: zGameProvider,
  configured: z.boolean(),
  on: z.boolean(),
  operator: z.nullable(z.string()),
  changed_at: z.nullable(zTime),
})

/**
 * A provider's round of one bettor with its ticket. `bets` are the debits that count, `refunded` those that were rolled back, `results` the
 * credits. `closed_by` is an operator or `sweep`; null if the provider closed it.
 */
const zRound = z.object({
  id: z.string(),
  provider: zGameProvider,
  round_id: z.string(),
  bettor_id: z.string(),
  game_id: z.string(),
  bet_id: z.nullable(z.string()),
  bets: z.number(),
  refunded: z.number(),
  results: z.number(),
  opened_at: zTime,
  changed_at: zTime,
  closed_at: z.nullable(zTime),
  closed_by: z.nullable(z.string()),
})

const zRoundTransaction = z.object({
  transaction_id: z.string(),
  provider_transaction_id: z.string(),
  kind: z.enum(['debit', 'credit', 'rollback', 'adjust', 'tombstone']),
  reference: z.nullable(z.string()),
  amount: zMoney,
  rolled_back: z.boolean(),
  at: zTime,
})

/** The operator calls of the casino. */
export const operatorCasino = {
  casinoProviders: operatorRoute({
    permission: 'trading.read',
    method: 'GET',
    path: '/v1/operator/casino/providers',
    input: z.object({}),
    answer: z.object({ data: z.array(zProviderState) }),
  }),
  /** Switches a provider off for new stakes, or on again. No stake is accepted after a switch-off has returned; wins are still paid. */
  switchCasinoProvider: operatorRoute({
    permission: 'products.stop',
    action: 'casino.provider',
    subject: 'provider :provider',
    audited: ['on'],
    method: 'POST',
    path: '/v1/operator/casino/providers/:provider/switch',
    input: z.object({ provider: zGameProvider, on: z.boolean(), reason: zReason }),
    also: ['products.resume'],
    alsoNeeds: ({ on }) => (on ? 'products.resume' : undefined),
    answer: z.object({ provider: zGameProvider, on: z.boolean() }),
  }),
  /** Rounds, the ones that have not changed for longest first. */
  casinoRounds: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/casino/rounds',
    input: z.object({
      ...paging,
      provider: z.optional(zGameProvider),
      bettor_id: z.optional(zNumber),
      round_id: z.optional(zText(300)),
      state: z.optional(z.enum(['open', 'closed'])),
    }),
    answer: z.object({ data: z.array(zRound), meta: zMeta }),
  }),
  casinoRound: operatorRoute({
    permission: 'tickets.read',
    method: 'GET',
    path: '/v1/operator/casino/rounds/:id',
    input: z.object({ id: zNumber }),
    answer: z.object({ data: z.object({ ...zRound.shape, transactions: z.array(zRoundTransaction) }) }),
    failures: ['not_found'],
  }),
  /** Closes an open round with its payments so far. Later stakes on it are refused; late wins and rollbacks are accepted. */
  closeCasinoRound: operatorRoute({
    permission: 'products.manage',
    action: 'casino.round',
    subject: 'casino round :id',
    method: 'POST',
    path: '/v1/operator/casino/rounds/:id/close',
    input: z.object({ id: zNumber, reason: zReason }),
    answer: z.object({ state: z.literal('closed') }),
    failures: ['not_found'],
  }),
} as const
