import { random } from '#platform/random'
import { ageS, type Parts } from '../deps.ts'
import type { Deferred, ProviderMessage, ProviderStatus } from '../ports.ts'
import { callbackUrl } from './callback-urls.ts'
import { callbackKey, hashOfKey } from './keys.ts'
import * as store from './query-store.ts'
import type { Address } from './store.ts'

/** The same query is not sent again within this time while its answer is expected. The first queries about a payment are ten seconds apart. */
const repeatAfterS = 10
const unboundAfterS = 60

/** The result of matching an incoming answer with the query of its address. */
export type Answer =
  | { readonly is: 'valid'; readonly status: ProviderStatus; readonly query: store.StatusQuery }
  | { readonly is: 'not_yet' }
  | { readonly is: 'invalid'; readonly why: string; readonly payment: bigint }

/**
 * Status queries to a provider that answers later, by an unsigned call to us. Each query has a separate address. An answer is valid only while
 * its query is open, and only with the provider's id of the query, which the provider returned over our own connection. A forger therefore
 * needs more than the address, which a proxy may log, and more than the contents of our tables.
 */
export function openStatusQueries(parts: Parts) {
  const { db, clock, log } = parts

  /**
   * Sends a query with `put`. Returns the status if the provider answers directly; undefined if the answer comes later or the same query is
   * already open.
   */
  async function send(
    subject: store.QuerySubject,
    put: (url: string) => Promise<ProviderStatus | Deferred>,
  ): Promise<ProviderStatus | undefined> {
    const key = callbackKey(await parts.callbackSecret(), subject.purpose, subject.payment, random.uuid())
    const hash = hashOfKey(key)
    if (!(await store.insertQuery(db, hash, { ...subject, repeatAfterS }))) return undefined
    const answer = await put(callbackUrl(parts, key))
    if (answer.is !== 'later') {
      await store.closeQuery(db, hash)
      return answer
    }
    if (answer.conversation === undefined) return undefined
    await store.setConversation(db, hash, hashOfKey(answer.conversation))
    parts.reprocess(hash)
    return undefined
  }

  /** Checks a message against the query of its address. 'not_yet': the message arrived before the provider's reply to the query was stored. */
  async function match(address: Address, { status, requestId }: ProviderMessage): Promise<Answer> {
    const query = await store.queryOf(db, address)
    const payment = query?.payment ?? address.payment ?? 0n
    if (!query || query.answeredAt) return { is: 'invalid', why: 'repeated', payment }
    if (query.conversationHash === null) {
      if (ageS(clock, query.sentAt) < unboundAfterS) return { is: 'not_yet' }
      return { is: 'invalid', why: 'unbound', payment }
    }
    if (requestId === undefined || hashOfKey(requestId) !== query.conversationHash) {
      log.warn({ payment: payment.toString() }, 'a status answer does not match the query of its address')
      return { is: 'invalid', why: 'foreign', payment }
    }
    if (query.receipt !== null && isOfAnother(query.receipt, status))
      return { is: 'invalid', why: 'another receipt', payment }
    return { is: 'valid', status, query }
  }

  return { send, match, close: (address: Address): Promise<void> => store.closeQuery(db, address.hash) }
}

/** Whether an answer about a receipt is about another one. A failure may leave its receipt out. */
function isOfAnother(receipt: string, status: ProviderStatus): boolean {
  if (status.is === 'succeeded') return status.receipt !== receipt
  return status.is === 'failed' && (status.named?.receipt ?? receipt) !== receipt
}

export type StatusQueries = ReturnType<typeof openStatusQueries>
