import { batcher } from '#platform/batcher'
import { type Address, hashOfKey, isKey, type StatusQueries, withoutKeys } from '../addresses/addresses.ts'
import { batches } from '../batches.ts'
import { depositOfReference, openClaims, type openDeposits } from '../deposits/deposits.ts'
import { sweep, type Parts } from '../deps.ts'
import type { openFloats } from '../float.ts'
import type { openPaybills } from '../paybill/paybill.ts'
import type { ProviderMessage, Provider, ProviderName, ProviderStatus } from '../ports.ts'
import type { openWithdrawals } from '../withdrawals/withdrawals.ts'
import * as store from './store.ts'

type Uses = {
  deposits: ReturnType<typeof openDeposits>
  withdrawals: ReturnType<typeof openWithdrawals>
  paybills: ReturnType<typeof openPaybills>
  floats: Pick<ReturnType<typeof openFloats>, 'answered'>
  queries: StatusQueries
  /** Records the fault of an answer that rejects our set-up. */
  recordFault: (provider: ProviderName, status: ProviderStatus) => Promise<void>
}

const atOnceMax = 500
const parallelMax = 16
const triesMax = 20
const unprocessedAfterS = 5
const charsMax = 1_000_000
const queueMax = 2000
/** Older callbacks are no longer processed; the payments themselves are still queried. */
const waitMaxMs = 92 * 86_400_000

/**
 * Providers' callbacks: stored unchanged, answered, and processed afterwards. Callbacks are unsigned, so a message about a payment only
 * triggers a status query. The exception is an answer to one of our queries, which `openStatusQueries` validates.
 */
export function openCallbacks(parts: Parts, { deposits, withdrawals, paybills, floats, queries, recordFault }: Uses) {
  const { db, clock, providers, background, reach, log } = parts
  const recordClaim = openClaims(parts)
  const since = () => new Date(clock.now() - waitMaxMs)
  /** The stored bodies that this process has not started to process, by address: they need not be read again. */
  const fresh = new Map<string, store.CallbackRow[] | 'in the table'>()

  const storeBody = batcher<store.Body, store.Stored | undefined>({
    ...batches,
    queueMax,
    weigh: ({ body }) => body.length,
    weightMax: charsMax,
    run: (bodies) => store.insertCallbacks(db, bodies),
  })

  const read = batcher<string, store.CallbackRow[]>({
    ...batches,
    async run(hashes) {
      const waiting = await store.waitingOf(db, hashes, { most: atOnceMax, triesMax, since: since() })
      const rows = Map.groupBy(waiting, (row) => row.hash)
      return hashes.map((hash) => rows.get(hash) ?? [])
    },
  })

  const close = batcher<readonly store.Ended[], void>({
    ...batches,
    async run(ended) {
      await store.closeCallbacks(db, ended.flat())
      return ended.map(() => undefined)
    },
  })

  /**
   * Accepts a body. Returns the answer, or undefined if the address is not ours. Only a validation request is answered by its content;
   * everything else is stored and gets the same answer. Throws `QueueFull` if too many bodies wait to be stored.
   */
  async function accept(key: string, body: string): Promise<object | undefined> {
    if (!isKey(key)) return undefined
    const hash = hashOfKey(key)
    const stored = await storeBody({ hash, body: storable(body) })
    if (!stored) return undefined
    const { address, row } = stored
    if (!row) return paybills.validate(address.provider, jsonOf(body))
    await reach('callback stored')
    schedule(hash, row)
    return providers[address.provider]?.acknowledge?.(jsonOf(body)) ?? { ResultCode: 0, ResultDesc: 'Accepted' }
  }

  /** Processes the bodies of an address in the background: the body that was just stored, or without `row` all stored ones. */
  function schedule(hash: string, row?: store.CallbackRow): void {
    const rows = fresh.get(hash)
    if (!row || rows === 'in the table' || (rows && rows.length >= atOnceMax)) fresh.set(hash, 'in the table')
    else if (rows) rows.push(row)
    else fresh.set(hash, [row])
    const work = async () => {
      const stored = fresh.get(hash)
      fresh.delete(hash)
      await processRows(Array.isArray(stored) ? stored : await read(hash))
    }
    if (!background.send(`callbacks ${hash}`, work)) fresh.delete(hash)
  }

  /**
   * Processes the bodies of one address together: a hundred equal callbacks are processed once. The bodies of a provider's address belong to
   * many payments and are processed in parallel. A failed body is retried later and delays no other.
   */
  async function processRows(waiting: readonly store.CallbackRow[]): Promise<void> {
    const [address] = waiting
    const provider = address && providers[address.provider]
    if (!provider) return
    const unread = [...new Set(waiting.map((row) => row.body))]
    const outcomes = new Map<string, string | undefined>()
    const faults: unknown[] = []
    const lanes = address.payment === null ? parallelMax : 1
    const next = async () => {
      for (let body = unread.shift(); body !== undefined; body = unread.shift()) {
        try {
          outcomes.set(body, await process(provider, address, jsonOf(body)))
        } catch (fault) {
          faults.push(fault)
        }
      }
    }
    await Promise.all(Array.from({ length: lanes }, next))
    await close(
      waiting.flatMap(({ id, body, receivedAt }) => {
        const outcome = outcomes.get(body)
        return outcome === undefined ? [] : [{ id, receivedAt, outcome }]
      }),
    )
    if (faults.length > 0) throw faults[0]
  }

  /** Returns the outcome, or undefined if it must be processed again. */
  async function process(provider: Provider, address: Address, body: unknown): Promise<string | undefined> {
    const { purpose, payment } = address
    if (purpose === 'paybill') return provider.paybill ? paybills.accept(provider, body) : processEvent(provider, body)
    if (purpose === 'float') return floats.answered(provider, body)
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

  /** Applies an answer to one of our queries. An invalid answer is treated as a claim and triggers a new query. */
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
    await recordFault(address.provider, status)
    if (ofDeposit) await deposits.applyStatus(query.payment, status, 'receipt')
    else
      await withdrawals.applyStatus(
        query.payment,
        status.is === 'failed' ? { ...status, reason: 'cannot_pay_now' } : status,
      )
    await queries.close(address)
    return status.is
  }

  /** Handles a message to a provider's single address for all payments. Our id in the message identifies the payment. */
  async function processEvent(provider: Provider, body: unknown): Promise<string> {
    const message = provider.read('prompt', body)
    const deposit = message?.ours === undefined ? undefined : await depositOfReference(db, message.ours)
    if (!message || deposit?.provider !== provider.name) return 'nothing of ours'
    return prompted(deposit.id, message)
  }

  /** Stores a prompt's callback as a claim and queries the provider: callbacks are unsigned. */
  async function prompted(id: bigint, message: ProviderMessage): Promise<string> {
    const recorded = await recordClaim({ id, message })
    await reach('claim noted')
    if (!recorded || recorded.isRepeated) return 'known'
    await deposits.claimed(id, recorded.deposit, message.status)
    return message.status.is
  }

  /** Processes callbacks that a crash left unprocessed. */
  async function continueDue(): Promise<number> {
    const { done, failed } = await background.workThroughDue<string>({
      ...{ ...sweep, what: 'address with callbacks', id: (hash) => hash },
      next: ({ after }) =>
        after === undefined
          ? store.claimUnprocessed(db, { olderS: unprocessedAfterS, most: sweep.most, triesMax, since: since() })
          : Promise.resolve([]),
      work: async (hash) => processRows(await read(hash)),
    })
    return done + failed
  }

  return { accept, schedule, continueDue }
}

/** A text that PostgreSQL can store, with our addresses hidden. A body that PostgreSQL rejects would make its batch be stored row by row. */
const storable = (text: string): string => withoutKeys(text.replaceAll('\u0000', '\uFFFD'))

/** Parses a body, with escaped U+0000 replaced too. An integer that a number cannot hold stays text: account references are long. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (_name: string, value: unknown, context?: { source?: string }) => {
      if (typeof value === 'string') return storable(value)
      const isInexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      return isInexact ? (context?.source ?? value) : value
    })
  } catch {
    return undefined
  }
}
