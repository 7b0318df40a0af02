import type { Money } from '@nare/money/money'

/** The calls that a provider makes to the operator's wallet. */
export type CallName = 'open' | 'balance' | 'bet' | 'win' | 'end' | 'rollback' | 'play'

/** The player of a session, as the wallet named him. */
export type Player = { readonly id: string; readonly session: string; readonly token: string }

/** What a call is about. `tx` is this provider's id of it, `ref` that of the transaction it answers or takes back. */
export type Facts = {
  readonly player: Player
  readonly game: string
  readonly round?: string
  readonly tx?: string
  readonly ref?: string
  readonly amount?: Money
  /** The second half of a call that bets and wins at once, or takes both back. */
  readonly win?: { readonly tx: string; readonly ref?: string; readonly amount: Money }
  /** The amount is written so that no wallet can read it. */
  readonly broken?: boolean
}

export type WalletRequest = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A wallet's answer as it came. */
export type WalletReply = {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly text: string
}

/**
 * What an answer means: done, refused for good, or `unknown` where the provider's document says that a bet must be rolled back and
 * everything else repeated.
 */
export type Meaning =
  | { readonly kind: 'done'; readonly balance?: Money; readonly player?: Player }
  | { readonly kind: 'refused'; readonly why: string; readonly funds: boolean }
  | { readonly kind: 'unknown' }

/** One provider's way of talking to a wallet. */
export type Dialect = {
  readonly provider: string
  /** Bets and wins are one call. */
  readonly atOnce: boolean
  readonly request: (call: CallName, facts: Facts) => WalletRequest
  readonly read: (call: CallName, facts: Facts, reply: WalletReply) => Meaning
}

export const unknown: Meaning = { kind: 'unknown' }
export const refusedFor = (why: string, funds = false): Meaning => ({ kind: 'refused', why, funds })

/** The fields of a JSON answer; undefined if it is no object. */
export function fieldsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? { ...read } : undefined
  } catch {
    return undefined
  }
}

/** A text or number of an answer; `otherwise` where it is neither. */
export const textOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : otherwise

/** A JSON number of shillings in cents; it has two places at most, which a float of this size holds exactly. */
export function centsOf(value: unknown, perShilling = 1): Money | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return BigInt(Math.round((value / perShilling) * 100)) as Money
}
