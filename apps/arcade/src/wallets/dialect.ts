import type { Money } from '@nare/money/money'

/** The calls that a provider makes to the operator's wallet. */
export type CallName = 'open' | 'balance' | 'bet' | 'win' | 'end' | 'rollback' | 'play'

/** The player of a session, as the wallet identified them. */
export type Player = { readonly id: string; readonly session: string; readonly token: string }

/** The data of a call. `tx` is this provider's id of it, `ref` the id of the transaction that it pays or rolls back. */
export type Facts = {
  readonly player: Player
  readonly game: string
  readonly round?: string
  readonly tx?: string
  readonly ref?: string
  readonly amount?: Money
  /** The second part of a call that bets and wins together, or rolls both back. */
  readonly win?: { readonly tx: string; readonly ref?: string; readonly amount: Money }
  /** Whether the amount is written in an invalid form. */
  readonly broken?: boolean
}

export type WalletRequest = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A raw response of a wallet. */
export type WalletReply = {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly text: string
}

/**
 * The meaning of a response: done, finally refused, or `unknown`, after which the provider's documentation requires a bet to be rolled back
 * and everything else to be repeated.
 */
export type Meaning =
  | { readonly kind: 'done'; readonly balance?: Money; readonly player?: Player }
  | { readonly kind: 'refused'; readonly why: string; readonly funds: boolean }
  | { readonly kind: 'unknown' }

/** The wallet protocol of one provider. */
export type Dialect = {
  readonly provider: string
  /** Whether a bet and its win are one call. */
  readonly atOnce: boolean
  readonly request: (call: CallName, facts: Facts) => WalletRequest
  readonly read: (call: CallName, facts: Facts, reply: WalletReply) => Meaning
}

export const unknown: Meaning = { kind: 'unknown' }
export const refusedFor = (why: string, funds = false): Meaning => ({ kind: 'refused', why, funds })

/** The fields of a JSON response; undefined if it is not an object. */
export function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined
  } catch {
    return undefined
  }
}

/** A string or number of a response; `otherwise` if it is neither. */
export const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : otherwise

/** Converts a JSON number of shillings to cents. It has at most two places, which a float of this size represents exactly. */
export function centsOf(value: unknown, perShilling = 1): Money | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return BigInt(Math.round((value / perShilling) * 100)) as Money
}
