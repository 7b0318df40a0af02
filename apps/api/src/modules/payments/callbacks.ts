import { formatMoney, money } from '@nare/money/money'
import { transact } from '#platform/db'
import type { Parts } from './deps.ts'
import type { openDeposits } from './deposits.ts'
import type { openPaybills } from './paybills.ts'
import type { Heard, Provider } from './ports.ts'
import * as store from './store-callbacks.ts'
import { depositOf, depositOfReference, lockDeposit, noteAccepted, noteClaim } from './store-deposits.ts'
import type { openWithdrawals } from './withdrawals.ts'

type Uses = {
  deposits: ReturnType<typeof openDeposits>
  withdrawals: ReturnType<typeof openWithdrawals>
  paybills: ReturnType<typeof openPaybills>
}

const atOnceMost = 500
const triesMost = 20
const leftAfterS = 5

/** What providers write to our addresses: stored as it came, answered, and only then looked at. */
export function openCallbacks(parts: Parts, { deposits, withdrawals, paybills }: Uses) {
  const { db, providers, errands, reach, log } = parts

  /**
   * Takes a body. Answers what to write back, or undefined where the address is none of ours. Only the question whether a
   * customer may pay is answered by looking; everything else is stored and gets the same answer.
   */
  async function take(key: string, body: string): Promise<object | undefined> {
    const address = await store.addressOf(db, key)
    if (!address) return undefined
    if (address.purpose === 'paybill_check') return paybills.judge(address.provider, jsonOf(body))
    await store.insertCallback(db, { key, body })
    await reach('callback stored')
    errands.send(`callbacks ${key}`, () => work(key))
    return { ResultCode: 0, ResultDesc: 'Accepted' }
  }

  /** Looks at everything that waits for one address, together: a hundred equal callbacks are one piece of news. */
  async function work(key: string): Promise<void> {
    const address = await store.addressOf(db, key)
    const waiting = await store.waitingOf(db, key, atOnceMost)
    const provider = address && providers[address.provider]
    if (!provider || waiting.length === 0) return
    const unread = new Map(waiting.map((row) => [row.body, row]))
    const outcomes = new Set<string>()
    for (const body of unread.keys()) outcomes.add(await look(provider, address, jsonOf(body)))
    await store.closeCallbacks(
      db,
      waiting.map((row) => row.id),
      [...outcomes].join(', '),
    )
  }

  async function look(provider: Provider, address: store.Address, body: unknown): Promise<string> {
    const { purpose, payment } = address
    if (purpose === 'paybill') return provider.paybill ? paybills.take(provider, body) : event(provider, body)
    if (payment === null) return 'nothing to do'
    if (purpose === 'payout_timeout') return withdrawals.timedOut(payment)
    const kind = purpose === 'prompt' || purpose === 'payout' ? purpose : 'status'
    const heard = provider.read(kind, body)
    if (!heard) {
      log.warn({ payment: payment.toString(), purpose }, 'a callback could not be read')
      return 'not readable'
    }
    if (purpose === 'prompt') return prompted(payment, heard)
    if (purpose === 'receipt_status') await deposits.hear(payment, heard.word, 'receipt')
    else await withdrawals.hear(payment, heard, purpose === 'payout' ? 'result' : 'status')
    return heard.word.is
  }

  /** News of a provider that has one address for all payments: our own id in it says of which. */
  async function event(provider: Provider, body: unknown): Promise<string> {
    const heard = provider.read('prompt', body)
    const deposit = heard?.ours === undefined ? undefined : await depositOfReference(db, heard.ours)
    if (!heard || deposit?.provider !== provider.name) return 'nothing of ours'
    return prompted(deposit.id, heard)
  }

  /** What a prompt's callback says is kept as a claim, and the provider is asked: nobody signs a callback. */
  async function prompted(id: bigint, { word, requestId }: Heard): Promise<string> {
    const known = await transact(db, async (tx) => {
      const deposit = await lockDeposit(tx, id)
      if (!deposit) return true
      if (requestId !== undefined && deposit.requestId === null) await noteAccepted(tx, id, requestId)
      if (word.is !== 'succeeded' || word.receipt === undefined) return deposit.state === 'succeeded'
      await noteClaim(tx, id, { receipt: word.receipt, amount: word.amount })
      if (deposit.state === 'succeeded' && word.amount !== undefined && word.amount !== deposit.amount) {
        const facts = `credited ${formatMoney(money(deposit.amount))}, a callback says ${formatMoney(word.amount)}`
        await store.insertReview(tx, { payment: id, what: 'amount_differs', facts })
      }
      return deposit.state === 'succeeded' && deposit.receipt !== null
    })
    await reach('claim noted')
    if (known) return 'known'
    await deposits.check(id)
    if (word.is !== 'failed') return word.is
    const after = await depositOf(db, id)
    const open = after && after.state !== 'succeeded' && after.state !== 'failed'
    if (open) await deposits.hear(id, word, 'prompt')
    return word.is
  }

  /** Looks at what a crash left behind. */
  async function sweep(most: number): Promise<number> {
    const keys = await store.takeLeftKeys(db, { olderS: leftAfterS, most, triesMost })
    for (const key of keys) await errands.attempt('callback', () => work(key))
    return keys.length
  }

  return { take, sweep }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
