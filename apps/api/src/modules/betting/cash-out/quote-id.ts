import { createHmac, timingSafeEqual } from 'node:crypto'
import { money, type Money } from '@nare/money/money'

/** A price for all that is left of a bet after its first `n` cash-outs, good until a moment of the database's clock. */
export type QuoteId = {
  readonly betId: bigint
  readonly n: number
  readonly amount: Money
  readonly expiresMs: number
  /** Its own id: it is taken once. */
  readonly nonce: string
}

const form = /^(\d{1,19})\.(\d{1,6})\.(\d{1,16})\.(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Quotes as text that the server has signed, so that none is stored until it is taken and every process with the key reads those of the
 * others.
 */
export function openQuoteIds(key: string) {
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)

  return {
    write({ betId, n, amount, expiresMs, nonce }: QuoteId): string {
      const text = `${betId}.${n}.${amount}.${expiresMs}.${nonce}`
      return `${Buffer.from(text).toString('base64url')}.${sign(text)}`
    },

    /** Undefined for a text that this key has not signed. */
    read(id: string): QuoteId | undefined {
      const [encoded = '', signature = '', ...more] = id.split('.')
      const text = Buffer.from(encoded, 'base64url').toString()
      const parts = form.exec(text)
      if (!parts || more.length > 0 || !same(signature, sign(text))) return undefined
      const [, betId = '', n = '', amount = '', expiresMs = '', nonce = ''] = parts
      return {
        ...{ betId: BigInt(betId), n: Number(n), amount: money(BigInt(amount)) },
        ...{ expiresMs: Number(expiresMs), nonce },
      }
    },
  }
}

const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
