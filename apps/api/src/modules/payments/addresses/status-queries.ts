import { random } from '#platform/random'
import { ageS, type Parts } from '../deps.ts'
import type { ProviderMessage, Later, ProviderStatus } from '../ports.ts'
import { callbackUrl } from './callback-urls.ts'
import { callbackKey, hashOfKey } from './keys.ts'
import * as store from './query-store.ts'
import type { Address } from './store.ts'

/** While an answer is awaited the same is not asked again; the first questions about a payment are ten seconds apart. */
const repeatAfterS = 10
const unboundAfterS = 60

/** What an incoming answer is to the question at whose address it came. */
export type Answer =
  | { readonly is: 'counts'; readonly status: ProviderStatus; readonly question: store.Question }
  | { readonly is: 'not_yet' }
  | { readonly is: 'void'; readonly why: string; readonly payment: bigint }

/**
 * Questions to a provider that answers later, by a call to us that nobody signs. Each gets an address that serves nothing else. An answer
 * counts only while its question is open, and only with the provider's own number of the question, which it told us when we asked,
 * over our connection to it: the address alone, from a log of a proxy, answers nothing, and neither does what the tables hold.
 */
export function openStatusQueries(parts: Parts) {
  const { db, clock, log } = parts

  /** Asks by `put`. Answers the word where the provider has it at once; undefined where it comes later or is awaited already. */
  async function ask(
    asking: store.Asking,
    put: (url: string) => Promise<ProviderStatus | Later>,
  ): Promise<ProviderStatus | undefined> {
    const key = callbackKey(await parts.callbackSecret(), asking.purpose, asking.payment, random.uuid())
    const hash = hashOfKey(key)
    if (!(await store.insertQuery(db, hash, { ...asking, repeatAfterS }))) return undefined
    const answer = await put(callbackUrl(parts, key))
    if (answer.is !== 'later') {
      await store.closeQuery(db, hash)
      return answer
    }
    if (answer.conversation === undefined) return undefined
    await store.noteConversation(db, hash, hashOfKey(answer.conversation))
    parts.lookAgain(hash)
    return undefined
  }

  /** Judges what came to a question's address. An answer may come before the provider's reply to us has been read: not yet. */
  async function judge(address: Address, { status, requestId }: ProviderMessage): Promise<Answer> {
    const question = await store.queryOf(db, address)
    const payment = question?.payment ?? address.payment ?? 0n
    if (!question || question.answeredAt) return { is: 'void', why: 'repeated', payment }
    if (question.conversationHash === null) {
      if (ageS(clock, question.askedAt) < unboundAfterS) return { is: 'not_yet' }
      return { is: 'void', why: 'unbound', payment }
    }
    if (requestId === undefined || hashOfKey(requestId) !== question.conversationHash) {
      log.warn({ payment: payment.toString() }, 'an answer does not belong to the question at whose address it came')
      return { is: 'void', why: 'foreign', payment }
    }
    const another = question.receipt !== null && status.is === 'succeeded' && status.receipt !== question.receipt
    if (another) return { is: 'void', why: 'another receipt', payment }
    return { is: 'counts', status, question }
  }

  return { ask, judge, end: (address: Address): Promise<void> => store.closeQuery(db, address.hash) }
}

export type StatusQueries = ReturnType<typeof openStatusQueries>
