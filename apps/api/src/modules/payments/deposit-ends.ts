import { formatMoney, money } from '@nare/money/money'
import { transact, type Tx } from '#platform/db'
import { onePerPayment } from './batches.ts'
import { providerAccount, type Parts } from './deps.ts'
import type { Word } from './ports.ts'
import { decideDeposit, type DepositDecision } from './rules.ts'
import { insertReview } from './store-callbacks.ts'
import * as store from './store-deposits.ts'

/** A provider's own word on a deposit: on the prompt we sent, or on a receipt somebody named. */
export type News = { readonly id: bigint; readonly word: Word; readonly of: 'prompt' | 'receipt' }
/** What it did. */
export type Done = { readonly decision: DepositDecision['do']; readonly bettor: bigint }

const proofAgainS = 60

/**
 * The one place where deposits end. What many providers' words do at the same moment is done in one transaction: deposits are
 * locked in the order of their ids, then accounts. Answers undefined where there is no such deposit.
 */
export function openEnds({ db, ledger }: Parts): (news: News) => Promise<Done | undefined> {
  return onePerPayment<News, Done>((all) => transact(db, (tx) => end(tx, all)))

  async function end(tx: Tx, all: ReadonlyMap<bigint, News>): Promise<Map<bigint, Done>> {
    const done = new Map<bigint, Done>()
    const credits: store.DepositRow[] = []
    const ends: store.DepositEnd[] = []
    for (const deposit of await store.lockDeposits(tx, [...all.keys()])) {
      const { id, bettor } = deposit
      const news = all.get(id)
      if (!news) continue
      const decision = decideDeposit(deposit, news.word, news.of)
      if (decision.do === 'credit') credits.push(deposit)
      if (decision.do === 'credit' || decision.do === 'attach')
        ends.push({ id, state: 'succeeded', receipt: decision.receipt })
      if (decision.do === 'fail') ends.push({ id, state: 'failed', reason: decision.reason })
      if (decision.do === 'prove') await awaitProof(tx, deposit)
      if (decision.do === 'hold') await hold(tx, deposit, news.word)
      done.set(id, { decision: decision.do, bettor })
    }
    await credit(tx, credits)
    await store.setDeposits(tx, ends)
    return done
  }

  async function credit(tx: Tx, deposits: readonly store.DepositRow[]): Promise<void> {
    if (deposits.length === 0) return
    await ledger.credit(
      tx,
      deposits.map(({ id, bettor, net, tax, provider }) => ({
        id: `deposit/${id}`,
        kind: 'deposit',
        about: `payment/${id}`,
        bettor,
        amount: money(net),
        against: ledger.house(providerAccount(provider)),
        also: [{ account: ledger.house('tax:excise'), amount: money(tax) }],
      })),
    )
  }

  /** Somebody named a receipt: until the provider has said what it is, a deposit that was open is unknown. */
  async function awaitProof(tx: Tx, { id, state }: store.DepositRow): Promise<void> {
    if (state !== 'failed') await store.setDeposits(tx, [{ id, state: 'unknown' }])
    await store.scheduleDeposit(tx, id, proofAgainS)
  }

  async function hold(tx: Tx, { id, amount, claimReceipt }: store.DepositRow, word: Word): Promise<void> {
    const paid = word.is === 'succeeded' && word.amount !== undefined ? formatMoney(word.amount) : 'unknown'
    const facts = `asked ${formatMoney(money(amount))}, paid ${paid}, receipt ${claimReceipt ?? 'unknown'}`
    await store.setDeposits(tx, [{ id, state: 'unknown', reason: 'amount_differs' }])
    await store.scheduleDeposit(tx, id, null)
    await insertReview(tx, { payment: id, what: 'amount_differs', facts })
  }
}
