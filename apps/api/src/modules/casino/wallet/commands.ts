import { hash } from 'node:crypto'
import { formatMoney, type Money } from '@nare/money/money'

/** The integrated game providers. */
export const gameProviders = ['pragmatic', 'smartsoft', 'hub88', 'bgaming'] as const
export type GameProvider = (typeof gameProviders)[number]

/**
 * A stake; an amount of 0 is a free round. `roundId` and `txId` are the provider's, `gameId` is `<provider>:<its own id>`. With `isFinal` a
 * repeat after a rollback is refused instead of answered as before.
 */
export type Debit = {
  readonly kind: 'debit'
  readonly txId: string
  readonly roundId: string
  readonly gameId: string
  readonly amount: Money
  readonly isFinal?: true
}

/**
 * A payment. `refTxId` is its debit, if the provider names one. Only a win needs a debit: a jackpot, a promotion or free rounds may have no
 * debit and no round. `closes` ends the round. With `isGameImplied` the provider named no game, and `gameId` is that of its session.
 */
export type Credit = {
  readonly kind: 'credit'
  readonly of: 'win' | 'jackpot' | 'promo' | 'free'
  readonly txId: string
  readonly roundId: string | undefined
  readonly gameId: string
  readonly amount: Money
  readonly refTxId?: string | undefined
  readonly closes: boolean
  readonly isGameImplied?: boolean
}

/**
 * Rolls back the transaction `refTxId`. `roundId`, `gameId` and `amount` are set if the provider sends them. With `eitherId` the provider's
 * two ids may be swapped: the one that moved money is rolled back.
 */
export type Rollback = {
  readonly kind: 'rollback'
  readonly txId: string
  readonly refTxId: string
  readonly roundId?: string | undefined
  readonly gameId?: string | undefined
  readonly amount?: Money | undefined
  readonly eitherId?: boolean
}

/** Corrects the result of a round. A negative amount is debited from the bettor. */
export type Adjust = {
  readonly kind: 'adjust'
  readonly txId: string
  readonly roundId: string
  readonly gameId: string
  readonly amount: Money
}

/**
 * Ends a round. Ending an unknown or closed round changes nothing. `closedBy` is the operator or job that closes it instead of the
 * provider.
 */
export type EndRound = { readonly kind: 'end'; readonly roundId: string; readonly closedBy?: string }

export type Command = Debit | Credit | Rollback | Adjust | EndRound
export type Move = Exclude<Command, EndRound>

/** The reason of a refusal. Each adapter maps it to its provider's code. */
export type WalletReason =
  | 'insufficient_funds'
  | 'player_unknown'
  | 'session_unknown'
  | 'session_ended'
  | 'excluded'
  | 'limit_reached'
  | 'not_allowed'
  | 'game_unknown'
  | 'duplicate'
  | 'unknown_transaction'
  | 'rolled_back'
  | 'round_closed'
  | 'malformed'

/** A refusal, with the current balance if the bettor is known. */
export type WalletRefusal = { readonly ok: false; readonly reason: WalletReason; readonly balance?: Money }

export const refuse = (reason: WalletReason): WalletRefusal => ({ ok: false, reason })

/**
 * The hash of a command, which is equal for a repeat: id, player, game, round, kind, amount and referenced transaction. The adapters have
 * already checked the currency.
 */
export function hashOf(provider: GameProvider, bettor: bigint, command: Move): Buffer {
  const { txId, kind, roundId = '', gameId = '' } = command
  const amount = command.amount === undefined ? '' : formatMoney(command.amount)
  const ref = 'refTxId' in command ? (command.refTxId ?? '') : ''
  const of = command.kind === 'credit' ? command.of : ''
  const content = [provider, txId, String(bettor), gameId, roundId, kind, of, amount, ref]
  return hash('sha256', JSON.stringify(content), 'buffer')
}
