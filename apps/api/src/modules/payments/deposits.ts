import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { payments as calls } from '@nare/contract/payments'
import type { Failure } from '@nare/contract/route'
import { formatMoney, money, type Money } from '@nare/money/money'
import { depositGate, refusalOf } from '#modules/protection/protection'
import type { Session } from '#platform/session'
import { transact, type Tx } from '#platform/db'
import { random } from '#platform/random'
import { openEnds } from './deposit-ends.ts'
import { ageS, callbackUrl, hashOf, newKey, type Parts } from './deps.ts'
import type { ProviderName, Word } from './ports.ts'
import { isUnknown, isWhole, nextCheckS, splitDeposit, standsInTheWay } from './rules.ts'
import { insertAddresses, insertReview, keysOf } from './store-callbacks.ts'
import * as store from './store-deposits.ts'
import { amountFault, finishFirst, notOffered } from './words.ts'

export type DepositAsked = {
  id: string
  amount: Money
  msisdn?: string | undefined
  provider?: ProviderName | undefined
  one_at_a_time?: boolean | undefined
}
export type DepositAnswer = { message: string; deposit_id: string; status: 'pending'; tax: string; net: string }
type Refusals = Failure<typeof calls.deposit>

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const referenceChars = 9

/** Deposits by a prompt on the phone: asked for, sent once, asked about until they end, credited once. */
export function openDeposits(parts: Parts) {
  const { db, clock, country, ledger, providers, errands, reach, log } = parts
  const rules = country.payments
  const end = openEnds(parts)

  /**
   * Takes the wish to deposit: stored first, sent afterwards. The same id twice is one deposit; where the client wishes for one at a
   * time, a second is refused while the first stands in its way. Money that a bettor pays by himself never comes here.
   */
  async function ask(given: DepositAsked, session: Session): Promise<Outcome<DepositAnswer, Refusals>> {
    const { bettor } = session
    const provider = given.provider ?? 'mpesa'
    const msisdn = given.msisdn ?? (await parts.bettorFacts([bettor])).get(bettor)?.msisdn
    const hash = hashOf('deposit', provider, msisdn ?? '', given.amount)
    const outcome = await transact(parts.money, async (tx): Promise<Outcome<store.DepositRow | bigint, Refusals>> => {
      await ledger.lockCash(tx, [bettor])
      const earlier = await store.depositOfCommand(tx, bettor, given.id)
      if (earlier) return earlier.hash === hash ? done(earlier) : refused('id_reused')
      const fault = amountWrong(given.amount)
      if (fault !== undefined) return refused('invalid_input', amountFault(fault))
      if (!session.verified) return refused('not_verified')
      if (!providers[provider]) return refused('not_available', notOffered)
      if (msisdn === undefined) return refused('not_available')
      const underWay = money(await store.underWayOf(tx, bettor))
      const gated = await depositGate(tx, { bettor, amount: given.amount, underWay })
      if (gated) {
        const refusal = refusalOf(gated)
        return refusal.code === 'not_verified' ? refused('not_verified') : { ...refusal, code: refusal.code }
      }
      const waiting = given.one_at_a_time ? await inTheWayOf(tx, bettor) : undefined
      if (waiting) return refused('deposit_open', { deposit_id: waiting.id.toString() }, finishFirst(waiting.state))
      return done(await begin(tx, { bettor, clientId: given.id, hash, provider, msisdn, amount: given.amount }))
    })
    if (!outcome.ok) return outcome
    if (typeof outcome.value === 'object') return done(answerOf(outcome.value))
    const id = outcome.value
    await reach('deposit stored')
    errands.send(`deposit ${id}`, () => submit(id))
    return done(answerOf({ id, ...splitDeposit(country, clock.date(), given.amount) }))
  }

  function amountWrong(amount: Money): string | undefined {
    if (!isWhole(amount)) return 'Please enter whole shillings'
    if (amount < rules.depositMin) return `The smallest deposit is ${formatMoney(rules.depositMin)}`
    if (amount > rules.depositMax) return `The largest deposit is ${formatMoney(rules.depositMax)}`
    return undefined
  }

  /** The newest of a bettor's deposits that stands in the way of another prompt. */
  async function inTheWayOf(tx: Tx, bettor: bigint): Promise<store.DepositRow | undefined> {
    const open = await store.openDepositsOf(tx, bettor)
    return open.find((one) => standsInTheWay(one, ageS(clock, one.submittedAt ?? one.createdAt)))
  }

  type Opening = Omit<store.NewPrompt, 'reference' | 'tax' | 'net' | 'amount'> & { amount: Money }

  async function begin(tx: Tx, given: Opening): Promise<bigint> {
    const { tax, net } = splitDeposit(country, clock.date(), given.amount)
    const reference = `N${Array.from({ length: referenceChars }, () => alphabet[random.below(alphabet.length)]).join('')}`
    const id = await store.insertPrompt(tx, { ...given, tax, net, reference })
    await insertAddresses(tx, [
      { key: newKey(), purpose: 'prompt', provider: given.provider, payment: id },
      { key: newKey(), purpose: 'receipt_status', provider: given.provider, payment: id },
    ])
    return id
  }

  /** Sends the prompt of a deposit, once for ever: providers take a second one for a second payment. */
  async function submit(id: bigint): Promise<void> {
    const deposit = await store.depositOf(db, id)
    const provider = deposit && providers[deposit.provider]
    if (!provider || deposit.msisdn === null || deposit.reference === null) return
    const key = (await keysOf(db, id)).get('prompt')
    if (key === undefined || !(await store.claimSubmission(db, id, nextCheckS(0) ?? 0))) return
    await reach('deposit claimed')
    const { msisdn, reference } = deposit
    const answer = await provider.prompt({
      reference,
      msisdn,
      amount: money(deposit.amount),
      callbackUrl: callbackUrl(parts, key),
    })
    await reach('deposit sent')
    if (answer.is === 'accepted') await store.noteAccepted(db, id, answer.requestId)
    else if (answer.is === 'refused') await hear(id, { is: 'failed', reason: answer.reason }, 'prompt')
    else log.warn({ deposit: id.toString(), code: answer.code }, 'nobody knows whether a prompt was taken')
    await reach('deposit noted')
  }

  /** Asks the provider what became of a deposit, and does what follows. Whoever has just read the deposit passes it. */
  async function check(id: bigint, read?: store.DepositRow): Promise<void> {
    const deposit = read ?? (await store.depositOf(db, id))
    const provider = deposit && providers[deposit.provider]
    if (!provider || deposit.state === 'created') return
    const { requestId, reference, claimReceipt } = deposit
    const provable = claimReceipt !== null && (deposit.kind === 'paybill' || deposit.state === 'unknown')
    const askable = deposit.kind === 'prompt' && (requestId !== null || deposit.provider === 'airtel')
    if (askable && reference !== null) {
      const word = await provider.promptState({ requestId: requestId ?? undefined, reference })
      if (word.is !== 'pending') await hear(id, word, 'prompt')
      else if (provable) await prove(id)
    } else if (claimReceipt !== null) await prove(id)
  }

  /** Asks the provider about the receipt that somebody named for this deposit. */
  async function prove(id: bigint): Promise<void> {
    const deposit = await store.depositOf(db, id)
    const provider = deposit && providers[deposit.provider]
    const key = (await keysOf(db, id)).get('receipt_status')
    if (!provider || key === undefined || deposit.claimReceipt === null) return
    const url = callbackUrl(parts, key)
    const word = await provider.receiptState({ receipt: deposit.claimReceipt, resultUrl: url, timeoutUrl: url })
    if (word !== 'later') await hear(id, word, 'receipt')
  }

  /** Takes the provider's own word on a deposit, and does what follows from it. */
  async function hear(id: bigint, word: Word, of: 'prompt' | 'receipt'): Promise<void> {
    await reach('deposit confirmed')
    const then = await end({ id, word, of })
    if (then?.decision === 'prove') await prove(id)
    if (then?.decision !== 'credit') return
    await reach('deposit credited')
    parts.count?.('deposit_credited')
    await ledger.tell(parts.live, [then.bettor])
  }

  /** Asks about every deposit that is due, and says which one nobody knows about by now. */
  async function sweep(most: number): Promise<number> {
    for (const { id, createdAt } of await store.unsentDeposits(db, { olderS: unsentAfterS, most })) {
      const late = ageS(clock, createdAt) >= tooLateS
      const work = () => (late ? hear(id, { is: 'failed', reason: 'not_sent' }, 'prompt') : submit(id))
      await errands.attempt(`deposit ${id}`, work)
    }
    const due = await store.takeDueDeposits(db, most)
    for (const deposit of due) {
      const age = ageS(clock, deposit.submittedAt ?? deposit.createdAt)
      const at = nextCheckS(age)
      await store.scheduleDeposit(db, deposit.id, at === undefined ? null : at - age)
      await errands.attempt(`deposit ${deposit.id}`, () => check(deposit.id))
      if (isUnknown(age)) await callUnknown(deposit.id, at === undefined)
    }
    return due.length
  }

  function callUnknown(id: bigint, givenUp: boolean): Promise<void> {
    return transact(db, async (tx) => {
      const deposit = await store.lockDeposit(tx, id)
      if (!deposit) return
      const open = deposit.state === 'pending' || deposit.state === 'submitted'
      if (open) await store.setDeposits(tx, [{ id, state: 'unknown', reason: deposit.reason ?? undefined }])
      if (givenUp && (open || deposit.state === 'unknown'))
        await insertReview(tx, { payment: id, what: 'no_answer', facts: 'the provider never said what became of it' })
    })
  }

  return { ask, submit, check, hear, sweep, prove }
}

const unsentAfterS = 5
const tooLateS = 120

function answerOf({ id, tax, net }: { id: bigint; tax: bigint; net: bigint }): DepositAnswer {
  return {
    message: 'Please enter your PIN on your phone to pay',
    deposit_id: id.toString(),
    status: 'pending',
    tax: formatMoney(money(tax)),
    net: formatMoney(money(net)),
  }
}
