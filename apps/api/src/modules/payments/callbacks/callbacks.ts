import { batcher } from '#platform/batcher'
import { type Address, hashOfKey, isKey, type StatusQueries, withoutKeys } from '../addresses/addresses.ts'
import { batches } from '../batches.ts'
import { depositOfReference, openClaims, type openDeposits } from '../deposits/deposits.ts'
import type { Parts } from '../deps.ts'
import type { openPaybills } from '../paybill/paybill.ts'
import type { ProviderMessage, Provider, ProviderName, ProviderStatus } from '../ports.ts'
import { inParallel } from '../parallel.ts'
import type { openWithdrawals } from '../withdrawals/withdrawals.ts'
import * as store from './store.ts'

type Uses = {
  deposits: ReturnType<typeof openDeposits>
  withdrawals: ReturnType<typeof openWithdrawals>
  paybills: ReturnType<typeof openPaybills>
  queries: StatusQueries
  /** Notes that an answer finds our own set-up wrong. */
  noteFault: (provider: ProviderName, status: ProviderStatus) => Promise<void>
}

const atOnceMost = 500
const besideMost = 16
const triesMost = 20
const leftAfterS = 5
const charsMost = 1_000_000
const keptMost = 2000
/** What has waited for longer is not looked at any more; the payments themselves are still asked about. */
const waitsMostMs = 92 * 86_400_000

/**
 * What providers write to our addresses: stored as it came, answered, and only then looked at. Nobody signs it: a message about a payment
 * only has the provider asked. The exception is the answer to a question of ours, which counts as `questions` has it.
 */
export function openCallbacks(parts: Parts, { deposits, withdrawals, paybills, queries, noteFault }: Uses) {
  const { db, clock, providers, background, reach, log } = parts
  const note = openClaims(parts)
  const since = () => new Date(clock.now() - waitsMostMs)

  const keep = batcher<store.Body, Address | undefined>({
    ...batches,
    queueMost: keptMost,
    weigh: ({ body }) => body.length,
    weightMost: charsMost,
    async run(bodies) {
      const known = await store.insertCallbacks(db, bodies)
      return bodies.map(({ hash }) => known.get(hash))
    },
  })

  const read = batcher<string, store.CallbackRow[]>({
    ...batches,
    async run(hashes) {
      const waiting = await store.waitingOf(db, hashes, { most: atOnceMost, triesMost, since: since() })
      const rows = Map.groupBy(waiting, (row) => row.hash)
      return hashes.map((hash) => rows.get(hash) ?? [])
    },
  })

  const close = batcher<readonly { id: bigint; outcome: string }[], void>({
    ...batches,
    async run(ended) {
      await store.closeCallbacks(db, ended.flat(), since())
      return ended.map(() => undefined)
    },
  })

  /**
   * Takes a body. Answers what to write back, or undefined where the address is none of ours. Only the question whether a
   * customer may pay is answered by looking; everything else is stored and gets the same answer. Throws `QueueFull` where too many
   * bodies wait to be stored.
   */
  async function take(key: string, body: string): Promise<object | undefined> {
    if (!isKey(key)) return undefined
    const hash = hashOfKey(key)
    const address = await keep({ hash, body: storable(body) })
    if (!address) return undefined
    if (address.purpose === 'paybill_check') return paybills.judge(address.provider, jsonOf(body))
    await reach('callback stored')
    lookAt(hash)
    return { ResultCode: 0, ResultDesc: 'Accepted' }
  }

  const lookAt = (hash: string): void => background.send(`callbacks ${hash}`, () => work(hash))

  /**
   * Looks at everything that waits for one address, together: a hundred equal callbacks are one piece of news. What waits for a
   * provider's address is of many payments, and goes side by side; what fails waits for a later look and keeps nothing else waiting.
   */
  async function work(hash: string): Promise<void> {
    const waiting = await read(hash)
    const [address] = waiting
    const provider = address && providers[address.provider]
    if (!provider) return
    const unread = [...new Set(waiting.map((row) => row.body))]
    const outcomes = new Map<string, string | undefined>()
    const faults: unknown[] = []
    const beside = address.payment === null ? besideMost : 1
    const next = async () => {
      for (let body = unread.shift(); body !== undefined; body = unread.shift()) {
        try {
          outcomes.set(body, await look(provider, address, jsonOf(body)))
        } catch (fault) {
          faults.push(fault)
        }
      }
    }
    await Promise.all(Array.from({ length: beside }, next))
    await close(
      waiting.flatMap(({ id, body }) => {
        const outcome = outcomes.get(body)
        return outcome === undefined ? [] : [{ id, outcome }]
      }),
    )
    if (faults.length > 0) throw faults[0]
  }

  /** Answers what came of it, or undefined where it has to be looked at again. */
  async function look(provider: Provider, address: Address, body: unknown): Promise<string | undefined> {
    const { purpose, payment } = address
    if (purpose === 'paybill') return provider.paybill ? paybills.take(provider, body) : event(provider, body)
    if (payment === null) return 'nothing to do'
    if (purpose === 'payout_timeout') return withdrawals.claimed(payment)
    const kind =
      purpose === 'receipt_status' ? 'receipt' : purpose === 'prompt' || purpose === 'payout' ? purpose : 'status'
    const message = provider.read(kind, body)
    if (!message) {
      log.warn({ payment: payment.toString(), purpose }, 'a callback could not be read')
      return 'not readable'
    }
    if (purpose === 'prompt') return prompted(payment, message)
    return purpose === 'payout' ? withdrawals.claimed(payment, message.status) : answered(address, message)
  }

  /** An answer to a question of ours. One that does not count is a claim like any other: the provider is asked anew. */
  async function answered(address: Address, message: ProviderMessage): Promise<string | undefined> {
    const answer = await queries.match(address, message)
    if (answer.is === 'not_yet') return undefined
    const ofDeposit = address.purpose === 'receipt_status'
    if (answer.is === 'invalid') {
      const { why, payment } = answer
      if (why !== 'repeated') await (ofDeposit ? deposits.check(payment) : withdrawals.claimed(payment))
      return why
    }
    const { status, query } = answer
    await noteFault(address.provider, status)
    if (ofDeposit) await deposits.hear(query.payment, status, 'receipt')
    else
      await withdrawals.hear(
        query.payment,
        status.is === 'failed' ? { is: 'failed', reason: 'cannot_pay_now' } : status,
      )
    await queries.close(address)
    return status.is
  }

  /** News of a provider that has one address for all payments: our own id in it says of which. */
  async function event(provider: Provider, body: unknown): Promise<string> {
    const message = provider.read('prompt', body)
    const deposit = message?.ours === undefined ? undefined : await depositOfReference(db, message.ours)
    if (!message || deposit?.provider !== provider.name) return 'nothing of ours'
    return prompted(deposit.id, message)
  }

  /** What a prompt's callback says is kept as a claim, and the provider is asked: nobody signs a callback. */
  async function prompted(id: bigint, message: ProviderMessage): Promise<string> {
    const noted = await note({ id, message })
    await reach('claim noted')
    if (!noted || noted.known) return 'known'
    await deposits.claimed(id, noted.deposit)
    return message.status.is
  }

  /** Looks at what a crash left behind. */
  async function sweep(most: number): Promise<number> {
    const hashes = await store.claimLeftBehind(db, { olderS: leftAfterS, most, triesMost, since: since() })
    return inParallel(clock, hashes, (hash) => background.attempt('callback', () => work(hash)))
  }

  return { take, lookAt, sweep }
}

/** A text that PostgreSQL can hold, without addresses of ours: a body that it refuses would have all that come with it stored one by one. */
const storable = (text: string): string => withoutKeys(text.replaceAll('\u0000', '\uFFFD'))

/** Reads a body; an escaped U+0000 becomes readable like a written one. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    return undefined
  }
}
