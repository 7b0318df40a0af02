import { batcher } from '#platform/batcher'
import { batches } from './batches.ts'
import { openClaims } from './claims.ts'
import { isKey, type Parts } from './deps.ts'
import type { openDeposits } from './deposits.ts'
import type { openPaybills } from './paybills.ts'
import type { Heard, Provider } from './ports.ts'
import * as store from './store-callbacks.ts'
import { depositOf, depositOfReference } from './store-deposits.ts'
import type { openWithdrawals } from './withdrawals.ts'

type Uses = {
  deposits: ReturnType<typeof openDeposits>
  withdrawals: ReturnType<typeof openWithdrawals>
  paybills: ReturnType<typeof openPaybills>
}

const atOnceMost = 500
const besideMost = 16
const triesMost = 20
const leftAfterS = 5
const charsMost = 1_000_000
const keptMost = 2000
/** What has waited for longer is not looked at any more; the payments themselves are still asked about. */
const waitsMostMs = 92 * 86_400_000

/** What providers write to our addresses: stored as it came, answered, and only then looked at. */
export function openCallbacks(parts: Parts, { deposits, withdrawals, paybills }: Uses) {
  const { db, clock, providers, errands, reach, log } = parts
  const note = openClaims(parts)
  const since = () => new Date(clock.now() - waitsMostMs)

  const keep = batcher<store.Body, store.Address | undefined>({
    ...batches,
    queueMost: keptMost,
    weigh: ({ body }) => body.length,
    weightMost: charsMost,
    async run(bodies) {
      const known = await store.insertCallbacks(db, bodies)
      return bodies.map(({ key }) => known.get(key))
    },
  })

  const read = batcher<string, store.CallbackRow[]>({
    ...batches,
    async run(keys) {
      const rows = Map.groupBy(
        await store.waitingOf(db, keys, { most: atOnceMost, triesMost, since: since() }),
        (row) => row.key,
      )
      return keys.map((key) => rows.get(key) ?? [])
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
    const address = await keep({ key, body: storable(body) })
    if (!address) return undefined
    if (address.purpose === 'paybill_check') return paybills.judge(address.provider, jsonOf(body))
    await reach('callback stored')
    errands.send(`callbacks ${key}`, () => work(key))
    return { ResultCode: 0, ResultDesc: 'Accepted' }
  }

  /**
   * Looks at everything that waits for one address, together: a hundred equal callbacks are one piece of news. What waits for a
   * provider's address is of many payments, and goes side by side; what fails waits for a later look and keeps nothing else waiting.
   */
  async function work(key: string): Promise<void> {
    const waiting = await read(key)
    const [address] = waiting
    const provider = address && providers[address.provider]
    if (!provider) return
    const unread = [...new Set(waiting.map((row) => row.body))]
    const outcomes = new Map<string, string>()
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
    const noted = await note({ id, heard: { word, requestId } })
    await reach('claim noted')
    if (!noted || noted.known) return 'known'
    await deposits.check(id, noted.deposit)
    if (word.is !== 'failed') return word.is
    const after = await depositOf(db, id)
    const open = after && after.state !== 'succeeded' && after.state !== 'failed'
    if (open) await deposits.hear(id, word, 'prompt')
    return word.is
  }

  /** Looks at what a crash left behind. */
  async function sweep(most: number): Promise<number> {
    const keys = await store.takeLeftKeys(db, { olderS: leftAfterS, most, triesMost, since: since() })
    for (const key of keys) await errands.attempt('callback', () => work(key))
    return keys.length
  }

  return { take, sweep }
}

/** A text that PostgreSQL can hold: a body that it refuses would have all that come with it stored one by one. */
const storable = (text: string): string => text.replaceAll('\u0000', '\uFFFD')

/** Reads a body; an escaped U+0000 becomes readable like a written one. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value))
  } catch {
    return undefined
  }
}
