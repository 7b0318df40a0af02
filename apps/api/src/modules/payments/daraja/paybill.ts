import * as z from 'zod/mini'
import type { PaybillPayment, Provider, Pulled, Registered } from '../ports.ts'
import { amountOf, faultOf, type Reply, textOf, zText } from '../requests/requests.ts'
import type { Ask, DarajaSettings } from './settings.ts'

type Deps = { readonly settings: () => Promise<DarajaSettings>; readonly ask: Ask }

/** The answer to a pull: a list of lists, or the text "[[]]" if there are no payments. */
const zPulled = z.object({
  Response: z.union([z.array(z.array(z.unknown())), z.string()]),
})
const zPulledRow = z.object({
  transactionId: zText.check(z.minLength(4), z.maxLength(40)),
  transactiontype: z.nullish(z.string()),
  billreference: z.nullish(zText),
  amount: zText,
  msisdn: z.nullish(zText),
})

const nairobiMs = 3 * 3_600_000
const rowsMax = 1000

/** Daraja's paybill calls: registration of our addresses, the answers to validations, and Pull Transactions. */
export function openDarajaPaybill({ settings, ask }: Deps): Omit<NonNullable<Provider['paybill']>, 'read'> {
  return {
    async number() {
      const { shortcode, c2bVersion } = (await settings()).collect
      return { shortcode, version: c2bVersion }
    },

    async register({ confirmationUrl, validationUrl }): Promise<Registered> {
      const { shortcode, c2bVersion } = (await settings()).collect
      const reply = await ask(`/mpesa/c2b/${c2bVersion}/registerurl`, {
        ShortCode: shortcode,
        ResponseType: 'Cancelled',
        ConfirmationURL: confirmationUrl,
        ValidationURL: validationUrl,
      })
      return registeredOf(reply)
    },

    async pull({ from, to, offset }): Promise<Pulled | undefined> {
      const { shortcode, pullNumber } = (await settings()).collect
      if (pullNumber === undefined) return undefined
      const reply = await ask('/pulltransactions/v1/query', {
        ShortCode: shortcode,
        StartDate: nairobiTime(from),
        EndDate: nairobiTime(to),
        OffSetValue: String(offset),
      })
      return pulledOf(reply)
    },

    answer: (verdict) => verdicts[verdict],
  }
}

const verdicts = {
  accept: { ResultCode: '0', ResultDesc: 'Accepted' },
  unknown_account: { ResultCode: 'C2B00012', ResultDesc: 'Rejected' },
  wrong_amount: { ResultCode: 'C2B00013', ResultDesc: 'Rejected' },
  not_now: { ResultCode: 'C2B00016', ResultDesc: 'Rejected' },
  unreadable: { ResultCode: 'C2B00016', ResultDesc: 'Rejected: not readable' },
} as const

/** The result of a registration. Only a ResponseCode of zeros is a success. 500.003.1001 means that the addresses are already registered. */
function registeredOf(reply: Reply): Registered {
  const code = 'body' in reply ? textOf(reply.body, 'ResponseCode') : undefined
  if (reply.status === 200 && code !== undefined && /^0+$/.test(code)) return { is: 'registered' }
  const fault = code ?? faultOf(reply)
  return { is: fault === '500.003.1001' ? 'already' : 'refused', code: fault }
}

/** A page of pulled payments: code 1000 with rows, 1001 without. Rows of other transaction types are counted but left out. */
function pulledOf(reply: Reply): Pulled {
  const code = 'body' in reply ? (textOf(reply.body, 'ResponseCode') ?? faultOf(reply)) : faultOf(reply)
  if (code === '1001') return { payments: [], rows: 0 }
  const read = 'body' in reply && code === '1000' ? zPulled.safeParse(reply.body) : undefined
  if (!read?.success) return { payments: [], rows: 0, failed: code }
  const { Response } = read.data
  const rows = typeof Response === 'string' ? [] : Response.flat().slice(0, rowsMax)
  return { payments: rows.flatMap((row) => paymentOf(row) ?? []), rows: rows.length }
}

function paymentOf(row: unknown): PaybillPayment | undefined {
  const read = zPulledRow.safeParse(row)
  if (!read.success) return undefined
  const { transactionId, transactiontype, billreference, amount: shown, msisdn } = read.data
  const amount = amountOf(shown)
  if (amount === undefined || amount <= 0n || (transactiontype ?? '') !== 'c2b-pay-bill-debit') return undefined
  return {
    receipt: transactionId,
    reference: (billreference ?? '').trim(),
    amount,
    payer: msisdn ?? undefined,
  }
}

/** "2020-08-04 08:36:00" in Nairobi. */
const nairobiTime = (at: Date): string =>
  new Date(at.getTime() + nairobiMs).toISOString().slice(0, 19).replace('T', ' ')
