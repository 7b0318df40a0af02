import { createDecipheriv } from 'node:crypto'
import { statusOf, type Market, type PinKeys } from './airtel-bodies.ts'
import type { Books, Payout } from './books.ts'
import { textIn, type Answered, type Asked } from './http.ts'
import { opens } from './tokens.ts'

/** The PIN of the payouts' wallet. */
export const walletPin = '2468'

const refusal = (code: string): Answered => ({ status: 200, body: { status: statusOf(code, false) } })

/** The disbursements of the fake Airtel, versions 1 to 3, and their enquiries. */
export function openFakeDisbursements({ books, pinKeys }: { books: Books; pinKeys: PinKeys }) {
  function handle(path: string, asked: Asked, market: Market): Answered | undefined {
    const [, sending] = /^\/standard\/(v[123])\/disbursements\/$/.exec(path) ?? []
    if (sending) return payOut(sending, asked, market)
    const [, version, id = ''] = /^\/standard\/(v[12])\/disbursements\/(\w+)$/.exec(path) ?? []
    if (version === undefined) return undefined
    if (version === 'v2' && asked.query.get('transactionType') !== 'B2C') return refusal('ROUTER003')
    return stateOf(id)
  }

  function payOut(version: string, { body, headers }: Asked, { callingCode }: Market): Answered {
    const { payee, transaction } = body as {
      payee?: { msisdn?: string }
      transaction?: { id?: string; amount?: number; type?: string }
    }
    const ours = transaction?.id ?? ''
    if (books.payouts.has(ours)) return refusal('DP00900001017')
    if (books.fails('pin_key_changed')) pinKeys.change()
    const pin = opens(pinKeys.current().privateKey, textIn(body, 'pin'))
    // Decryption with another key can return a text too, but not a PIN.
    if (pin === undefined || !/^\d{4}$/.test(pin)) return refusal('ROUTER116')
    if (pin !== walletPin || books.fails('initiator_refused')) return refusal('ROUTER115')
    if (version !== 'v1' && transaction?.type !== 'B2C') return refusal('ROUTER003')
    if (version === 'v3' && !isSigned(body, headers)) return refusal('DP00900001016')
    if (books.fails('refused') || books.fails('payout_busy')) return refusal('DP00900001013')
    const failed = books.fails('payout_failed')
    const amount = transaction?.amount ?? 0
    const msisdn = `${callingCode}${payee?.msisdn ?? ''}`
    const moved = failed ? {} : { receipt: books.move({ kind: 'out', amount, msisdn, reference: ours }) }
    books.payouts.set(ours, { conversation: ours, ours, msisdn, amount, failed, ...moved })
    if (books.fails('time_out')) return 'cut'
    if (books.fails('no_answer')) return { status: 504, body: { status: statusOf('ROUTER117', false) } }
    if (books.fails('payout_duplicate')) return refusal('DP00900001011')
    if (books.fails('payout_ambiguous')) return refusal('DP00900001000')
    const shown = {
      id: ours,
      reference_id: ours,
      status: failed ? 'TIP' : 'TS',
      airtel_money_id: moved.receipt ?? null,
    }
    return {
      status: 200,
      body: { data: { transaction: shown }, status: statusOf(failed ? 'DP00900001006' : 'DP00900001001') },
    }
  }

  /** True if version 3's headers contain the body encrypted with a fresh key, and that key encrypted with ours. */
  function isSigned(body: Record<string, unknown>, headers: Asked['headers']): boolean {
    const [key = '', iv = ''] = opens(pinKeys.current().privateKey, String(headers['x-key']))?.split(':') ?? []
    try {
      const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'))
      const sealed = Buffer.from(String(headers['x-signature']), 'base64')
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString() === JSON.stringify(body)
    } catch {
      return false
    }
  }

  function stateOf(id: string): Answered {
    const payout: Payout | undefined = books.payouts.get(id)
    if (!payout) return refusal('DP00900001015')
    if (books.fails('no_answer')) return { status: 500, body: {} }
    if (books.fails('still_processing'))
      return {
        status: 200,
        body: {
          data: { transaction: { id, status: 'TIP', airtel_money_id: null } },
          status: statusOf('DP00900001006'),
        },
      }
    const transaction = {
      id,
      status: payout.failed ? 'TF' : 'TS',
      airtel_money_id: payout.receipt ?? null,
      message: 'as is',
    }
    const code = payout.failed ? 'DP00900001012' : 'DP00900001001'
    return { status: 200, body: { data: { transaction }, status: statusOf(code) } }
  }

  return { handle }
}
