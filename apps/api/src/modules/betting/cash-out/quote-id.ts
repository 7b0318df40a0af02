import { createHmac, timingSafeEqual } from 'node:crypto'
import { money, type Money } from '@nare/money/money'

/** A quote for all that is left of a bet after its first `n` cash-outs. It expires by the database's clock. */
export type QuoteId = {
  readonly betId: bigint
  readonly n: number
  readonly amount: Money
  readonly expiresMs: number
  /** The id of the quote, which is accepted once. */
  readonly nonce: string
}

const quotePattern = /^(\d{1,19})\.(\d{1,6})\.(\d{1,16})\.(\d{1,16})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Writes quotes as signed text and reads them. A quote is not stored until it is accepted, and every process with the key can read it.
 */
export function openQuoteIds(key: string) {
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)

  return {
    write({ betId, n, amount, expiresMs, nonce }: QuoteId): string {
      const text = `${betId}.${n}.${amount}.${expiresMs}.${nonce}`
      return `${Buffer.from(text).toString('base64url')}.${sign(text)}`
    },

    /** Undefined for text that was not signed with this key. */
    read(id: string): QuoteId | undefined {
      const [encoded = '', signature = '', ...more] = id.split('.')
      const text = Buffer.from(encoded, 'base64url').toString()
      const parts = quotePattern.exec(text)
      if (!parts || more.length > 0 || !isEqual(signature, sign(text))) return undefined
      const [, betId = '', n = '', amount = '', expiresMs = '', nonce = ''] = parts
      return {
        betId: BigInt(betId),
        n: Number(n),
        amount: money(BigInt(amount)),
        expiresMs: Number(expiresMs),
        nonce,
      }
    },
  }
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
