import { done, refused, type Outcome, type Refusal } from '@nare/contract/outcome'
import type { payments as calls } from '@nare/contract/payments'
import type { Failure } from '@nare/contract/route'
import { formatMoney, money, type Money } from '@nare/money/money'
import type { Session } from '#platform/session'
import { transact, type Tx } from '#platform/db'
import { afterCommit } from '#platform/money-command'
import { random } from '#platform/random'
import { ageS, callbackUrl, hashOf, newKey, providerAccount, type Parts } from './deps.ts'
import type { Heard, ProviderName, Submitted, Word } from './ports.ts'
import { approversFor, leastWithdrawal, nextCheckS, splitWithdrawal } from './rules.ts'
import { insertAddresses, insertReview, keysOf, type Purpose } from './store-callbacks.ts'
import * as store from './store-withdrawals.ts'
import { amountFault, notOffered } from './words.ts'

export type WithdrawalAsked = { id: string; amount: Money; provider?: ProviderName | undefined }
export type WithdrawalAnswer = {
  message: string
  withdrawal_id: string
  status: 'requested'
  tax: string
  net: string
  debited: string
  balance: string
}
type Refusals = Failure<typeof calls.withdraw>

const leftAfterS = 5
const purposes = ['payout', 'payout_timeout', 'payout_status'] as const

/** Withdrawals to the bettor's own number: held at once, judged, sent once, ended by the provider's answer and nothing else. */
export function openWithdrawals(parts: Parts) {
  const { db, clock, country, ledger, providers, errands, reach, log } = parts
  const rules = country.payments

  /** Takes the wish to withdraw and holds its money. The same id twice is one withdrawal; there is no way back by the bettor. */
  async function ask(given: WithdrawalAsked, session: Session): Promise<Outcome<WithdrawalAnswer, Refusals>> {
    const { bettor } = session
    const provider = given.provider ?? 'mpesa'
    const msisdn = (await parts.bettorFacts([bettor])).get(bettor)?.msisdn
    const hash = hashOf('withdraw', provider, given.amount)
    const outcome = await transact(
      parts.money,
      async (tx): Promise<Outcome<{ row: Sums; isNew: boolean }, Refusals>> => {
        const cash = (await ledger.lockCash(tx, [bettor])).get(bettor)
        const earlier = await store.withdrawalOfCommand(tx, bettor, given.id)
        if (earlier) return earlier.hash === hash ? done({ row: earlier, isNew: false }) : refused('id_reused')
        const split = splitWithdrawal(country, clock.date(), given.amount)
        const fault = amountWrong(given.amount, split.sum)
        if (fault !== undefined) return refused('invalid_input', amountFault(fault))
        if (!session.verified) return refused('not_verified')
        if (!providers[provider]) return refused('not_available', notOffered)
        if (msisdn === undefined) return refused('not_available')
        const wanting = await identityWanting(tx, bettor, split.sum)
        if (wanting) return wanting
        if (!cash || cash.balance < given.amount) return refused('insufficient_funds', { insufficient_balance: true })
        const wanted = { bettor, clientId: given.id, hash, provider, msisdn, amount: given.amount, ...split }
        return done({ row: { id: await hold(tx, wanted, cash.account), ...split }, isNew: true })
      },
    )
    if (!outcome.ok) return outcome
    const { row, isNew } = outcome.value
    if (isNew) {
      await reach('withdrawal held')
      errands.send(`withdrawal ${row.id}`, () => proceed(row.id))
    }
    return afterCommit(async () => {
      if (isNew) await ledger.tell(parts.live, [bettor])
      return done(answerOf(row, (await ledger.balances(bettor)).balance))
    })
  }

  function amountWrong(amount: Money, sum: Money): string | undefined {
    if (sum < rules.withdrawalMin)
      return `The smallest withdrawal is ${formatMoney(leastWithdrawal(country, clock.date()))}`
    if (amount > rules.withdrawalMax) return `The largest withdrawal is ${formatMoney(rules.withdrawalMax)}`
    return undefined
  }

  /** Refuses a bettor whose identity is wanted and not confirmed: by the house, or by the sum of 24 hours. */
  async function identityWanting(
    tx: Tx,
    bettor: bigint,
    sum: Money,
  ): Promise<Refusal<'identity_required'> | undefined> {
    const { passed, wanted } = await parts.identityOf(tx, bettor)
    if (passed) return undefined
    const most = formatMoney(rules.identityDayMost)
    const sent = money((await store.dayOf(tx, { bettor, except: 0n })).sum)
    if (!wanted && sent + sum <= rules.identityDayMost) return undefined
    const sentence = wanted
      ? 'Please confirm your identity before you withdraw'
      : `Please confirm your identity to withdraw more than ${most} within 24 hours`
    return refused('identity_required', { wanted, identity_most: most, sent: formatMoney(sent) }, sentence)
  }

  async function hold(tx: Tx, given: Omit<store.NewWithdrawal, 'conversation'>, cash: bigint): Promise<bigint> {
    const id = await store.insertWithdrawal(tx, { ...given, conversation: random.uuid() })
    await insertAddresses(
      tx,
      purposes.map((purpose) => ({ key: newKey(), purpose, provider: given.provider, payment: id })),
    )
    const [posted] = await ledger.post(tx, [
      {
        id: `withdrawal/${id}`,
        kind: 'withdrawal',
        about: `payment/${id}`,
        postings: [
          { account: cash, amount: money(-given.debited) },
          { account: ledger.house('transit:withdrawals'), amount: money(given.debited) },
        ],
      },
    ])
    if (posted !== 'posted') throw new Error(`the hold of withdrawal ${id} was ${posted}`)
    return id
  }

  /** Judges a withdrawal that has not been, and sends it where nobody needs to approve it. */
  async function proceed(id: bigint): Promise<void> {
    await transact(db, async (tx) => {
      const row = await store.lockWithdrawal(tx, id)
      if (row?.state !== 'requested') return
      const day = await store.dayOf(tx, { bettor: row.bettor, except: id })
      const { passed, wanted } = await parts.identityOf(tx, row.bettor)
      const facts = {
        sum: money(row.sum),
        daySum: money(day.sum),
        dayCount: day.count,
        openReviews: day.reviews,
        identityWanted: wanted && !passed,
      }
      await store.setApprovers(tx, id, approversFor(facts, rules))
    })
    await reach('withdrawal judged')
    if (await store.claimSending(db, id, nextCheckS(0) ?? 0)) {
      await reach('withdrawal claimed')
      await send(id)
    }
  }

  /** Hands a withdrawal over. Only the first sending's refusal is an answer: a later one may be refused for being known. */
  async function send(id: bigint): Promise<void> {
    const row = await store.withdrawalOf(db, id)
    const provider = row && providers[row.provider]
    if (!provider) return
    const urls = await urlsOf(id)
    const answer: Submitted = await provider.payOut({
      conversation: row.conversation,
      msisdn: row.msisdn,
      amount: money(row.sum),
      resultUrl: urls('payout'),
      timeoutUrl: urls('payout_timeout'),
    })
    await reach('withdrawal sent')
    if (answer.is === 'accepted') await store.notePayoutAccepted(db, id, answer.requestId)
    else if (answer.is === 'refused' && row.sends === 1)
      await hear(id, { word: { is: 'failed', reason: answer.reason } }, 'status')
    else log.warn({ withdrawal: id.toString() }, 'nobody knows whether a payout was taken')
    await reach('withdrawal noted')
  }

  async function urlsOf(id: bigint): Promise<(purpose: Purpose) => string> {
    const keys = await keysOf(db, id)
    return (purpose) => callbackUrl(parts, keys.get(purpose) ?? '')
  }

  /** Takes the provider's word on a payout: the one place where a withdrawal ends. Anything but an answer leaves it as it is. */
  async function hear(id: bigint, { word, requestId }: Heard, of: 'result' | 'status'): Promise<void> {
    await reach('result read')
    const told = await transact(db, async (tx) => {
      const row = await store.lockWithdrawal(tx, id)
      if (!row || word.is === 'pending') return undefined
      const foreign =
        of === 'result' && requestId !== undefined && row.requestId !== null && row.requestId !== requestId
      if (foreign) return undefined
      if (row.state === 'sent') return end(tx, row, word)
      const contradicts =
        (row.state === 'done' && word.is === 'failed') || (row.state === 'failed' && word.is === 'succeeded')
      if (contradicts)
        await insertReview(tx, { payment: id, what: 'contradiction', facts: `${row.state} here, then ${word.is}` })
      return undefined
    })
    await reach('withdrawal settled')
    if (told !== undefined) await ledger.tell(parts.live, [told])
  }

  async function end(
    tx: Tx,
    row: store.WithdrawalRow,
    word: Exclude<Word, { is: 'pending' }>,
  ): Promise<bigint | undefined> {
    if (word.is === 'failed') {
      await release(tx, row, word.reason)
      return row.bettor
    }
    if (word.amount !== undefined && word.amount !== row.sum) {
      await store.setWithdrawal(tx, row.id, { state: 'sent', reason: 'amount_differs', receipt: word.receipt })
      const facts = `sent ${formatMoney(money(row.sum))}, paid ${formatMoney(word.amount)}`
      await insertReview(tx, { payment: row.id, what: 'amount_differs', facts })
      return undefined
    }
    const [posted] = await ledger.post(tx, [
      {
        id: `withdrawal/${row.id}/paid`,
        kind: 'withdrawal_paid',
        about: `payment/${row.id}`,
        postings: [
          { account: ledger.house('transit:withdrawals'), amount: money(-row.debited) },
          { account: ledger.house(providerAccount(row.provider)), amount: money(row.sum) },
          { account: ledger.house('tax:withholding'), amount: money(row.tax) },
        ],
      },
    ])
    if (posted !== 'posted') throw new Error(`the end of withdrawal ${row.id} was ${posted}`)
    await store.setWithdrawal(tx, row.id, { state: 'done', receipt: word.receipt })
    parts.count?.('withdrawal_done')
    return undefined
  }

  /** Gives the held money back, tax and all. */
  async function release(tx: Tx, row: store.WithdrawalRow, reason: string): Promise<void> {
    await ledger.credit(tx, [
      {
        id: `withdrawal/${row.id}/released`,
        kind: 'withdrawal_released',
        about: `payment/${row.id}`,
        bettor: row.bettor,
        amount: money(row.debited),
        against: ledger.house('transit:withdrawals'),
      },
    ])
    await store.setWithdrawal(tx, row.id, { state: 'failed', reason })
  }

  /** A queue's time-out says nothing about the money: the payout stays unknown, and its status is asked for now. */
  async function timedOut(id: bigint): Promise<string> {
    await check(id)
    return 'unknown'
  }

  /** Asks the provider what became of a payout. */
  async function check(id: bigint): Promise<void> {
    const row = await store.withdrawalOf(db, id)
    const provider = row && providers[row.provider]
    if (!provider || row.state !== 'sent') return
    const urls = await urlsOf(id)
    const { conversation, requestId } = row
    const url = urls('payout_status')
    const word = await provider.payoutState({
      conversation,
      requestId: requestId ?? undefined,
      resultUrl: url,
      timeoutUrl: url,
    })
    if (word !== 'later') await hear(id, { word }, 'status')
  }

  /** Goes on with what a crash left behind and asks about every payout that is due. */
  async function sweep(most: number): Promise<number> {
    for (const { id } of await store.leftWithdrawals(db, { olderS: leftAfterS, most }))
      await errands.attempt(`withdrawal ${id}`, () => proceed(id))
    const due = await store.takeDueWithdrawals(db, most)
    for (const row of due) {
      const age = ageS(clock, row.sentAt ?? row.createdAt)
      const at = nextCheckS(age)
      await store.scheduleWithdrawal(db, row.id, at === undefined ? null : at - age)
      if (at === undefined)
        await insertReview(db, {
          payment: row.id,
          what: 'no_answer',
          facts: 'the provider never said what became of it',
        })
      await errands.attempt(`withdrawal ${row.id}`, () => check(row.id))
    }
    return due.length
  }

  return { ask, proceed, send, hear, release, timedOut, sweep }
}

type Sums = { id: bigint; sum: bigint; tax: bigint; debited: bigint }

function answerOf(row: Sums, balance: Money): WithdrawalAnswer {
  return {
    message: 'Your withdrawal is on its way',
    withdrawal_id: row.id.toString(),
    status: 'requested',
    tax: formatMoney(money(row.tax)),
    net: formatMoney(money(row.sum)),
    debited: formatMoney(money(row.debited)),
    balance: formatMoney(balance),
  }
}
