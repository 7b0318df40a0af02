import { createHash } from 'node:crypto'

/** A parsed wallet response: success, or the code of the refusal, and the balance in cents if it contains one. */
export type Answer = {
  readonly ok: boolean
  readonly code: string
  readonly cents: bigint | undefined
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export type Bet = { readonly tx: string; readonly round: string; readonly cents: bigint; readonly free?: boolean }
/** `more` are further parameters of Pragmatic's result. */
export type Win = Bet & { readonly ref?: string; readonly closes?: boolean; readonly more?: Record<string, string> }
export type Rollback = { readonly tx: string; readonly ref: string; readonly round: string; readonly cents: bigint }

/** A player at a provider: the id and the launch token. */
export type Player = { readonly id: string; readonly token: string }

/** A small client of one provider, written from its protocol. `wrongly` signs with another secret. */
export type Client = {
  /** Claims the launch. */
  open(): Promise<Answer>
  balance(): Promise<Answer>
  bet(bet: Bet): Promise<Answer>
  win(win: Win): Promise<Answer>
  rollback(rollback: Rollback): Promise<Answer>
  freeWin(win: Win): Promise<Answer>
  /** Sends these bytes, signed, to the call that bets. */
  raw(body: string): Promise<Answer>
  /** Places a bet whose amount is this text, in shillings. */
  betText(bet: Bet, shillings: string): Promise<Answer>
  winText(win: Win, shillings: string): Promise<Answer>
}

export type Dialect = {
  readonly provider: 'pragmatic' | 'smartsoft' | 'hub88' | 'bgaming'
  readonly game: string
  /** The codes of refusals. */
  readonly codes: Readonly<
    Record<
      | 'funds'
      | 'signature'
      | 'session'
      | 'duplicate'
      | 'unknownBet'
      | 'rolledBack'
      | 'excluded'
      | 'malformed'
      | 'limit',
      string
    >
  >
  /** `game` replaces the dialect's game in its calls. */
  client(to: Target, player: Player, wrongly?: boolean, game?: string): Client
}

/** The address of the wallet and the provider's signing secret. */
export type Target = { readonly url: string; readonly hub88Key: string }

type Sent = { path: string; body: string; headers: Record<string, string>; method?: string }

export async function send(to: Target, { path, body, headers, method = 'POST' }: Sent) {
  const reply = await fetch(new URL(path, to.url), { method, headers, ...(method === 'POST' && { body }) })
  const text = await reply.text()
  return { reply, text, body: JSON.parse(text) as Record<string, unknown> }
}

/** Cents of a decimal number in an answer, read from its text. */
export function centsIn(text: string, field: string, unit: bigint): bigint | undefined {
  const found = new RegExp(`"${field}":(-?\\d+)(?:\\.(\\d+))?`).exec(text)
  if (!found) return undefined
  const [, whole = '0', part = ''] = found
  return (BigInt(whole + part) * 100n) / (unit * 10n ** BigInt(part.length))
}

export const decimal = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
