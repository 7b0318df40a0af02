import { fault, fieldFacts } from '@nare/contract/field-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { PaymentView } from '@nare/contract/payments'
import { formatMoney, type Money } from '@nare/money/money'
import { openKeyedQueue } from '#platform/keyed-queue'
import type { MonthlyTable } from '#platform/parts'
import type { Session } from '#platform/session'
import { addressOf, openKnownAddresses, openStatusQueries } from './addresses/addresses.ts'
import { leastWithdrawal } from './amounts.ts'
import { openCallbacks } from './callbacks/callbacks.ts'
import {
  depositMessage,
  depositOf,
  depositOfCommand,
  type DepositRow,
  depositStatus,
  type DepositStatus,
  depositView,
  openDeposits,
  ownDepositOfReceipt,
} from './deposits/deposits.ts'
import type { Parts, PaymentsDeps } from './deps.ts'
import { openFloats } from './float.ts'
import { openHouseLists } from './house/house.ts'
import { openOperator } from './operator.ts'
import { openPaybills, openPulling } from './paybill/paybill.ts'
import type { ProviderName } from './ports.ts'
import { openProviderFaults, openProviderStates, openRegistration, watchedBy } from './providers/providers.ts'
import { openReconciliation } from './reconcile/reconcile.ts'
import { openReturns } from './returns/returns.ts'
import {
  countOpen,
  openWithdrawals,
  taxesOf,
  withdrawalOf,
  withdrawalOfCommand,
  withdrawalView,
} from './withdrawals/withdrawals.ts'

export {
  depositFaultPoints,
  endFaultPoints,
  withdrawalFaultPoints,
  type FaultPoint,
  type PaymentsDeps,
} from './deps.ts'
export type { FoundPayment } from './find-payments.ts'
export type { Provider, ProviderName } from './ports.ts'
export { callbackKey, providerAddress } from './addresses/addresses.ts'
export { airtelSettings, openAirtel, type AirtelSettings } from './airtel/airtel.ts'
export { leastPayout, paymentTerms } from './settings.ts'
export { leastWithdrawal, splitDeposit, splitWithdrawal } from './amounts.ts'
export { houseReason } from './texts.ts'
export {
  failedDepositsOf,
  otherPayers,
  paymentReceipts,
  paymentSides,
  paymentSteps,
  sharedPayers,
  waitingWithdrawals,
} from './bettor-payments.ts'
export { openDaraja, type DarajaSettings } from './daraja/daraja.ts'
export { openMixx, type MixxSettings } from './mixx/mixx.ts'
export { openVodacom, vodacomSettings, type VodacomSettings } from './vodacom/vodacom.ts'
export { checkProvider, showing, storedResults } from './providers/providers.ts'
export { readStatement, reconcile, type PaymentSummary, type Reconciliation } from './reconcile/reconcile.ts'
export { type Observe, type Reply, tokensInDatabase, type TokenStore } from './requests/requests.ts'
export { verifyPayments } from './verify.ts'
export { ownersOfPayouts } from './payout-owners.ts'
export { erasePayments, hasOpenPayout } from './erase.ts'
export { paymentsOfBettor } from './own-rows.ts'

/** The bodies of providers' callbacks, partitioned by month. */
export const callbackHistory: MonthlyTable = { table: 'payments.callback', by: 'received_at', id: 'id' }

export type Payments = ReturnType<typeof openPayments>

type Confirmed = { success: boolean; status: DepositStatus; message: string; balance?: string }

const queryEveryMs = 3000
const queriedMax = 10_000
/** The maximum number of concurrent runs. Most wait for a provider: with answers after half a second they make 500 payments a second. */
const runningMax = 256
const waitingMax = 10_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const paymentId = /^\d{1,18}$/

/**
 * Opens deposits and withdrawals by mobile money. Every payment is stored before anything is sent. Callbacks, polls and confirmations all
 * end a payment through the same idempotent use case. `tick` continues every open payment, also after a crash.
 */
export function openPayments(deps: PaymentsDeps) {
  const { db, ledger } = deps
  const sending = openKeyedQueue<string>({ atOnce: runningMax, waitingMax })
  const background: Parts['background'] = {
    ...deps.background,
    send: (key, work) => sending.add(key, () => deps.background.attempt('payment', key, work)) !== undefined,
  }
  const faults = openProviderFaults({ ...deps, background })
  const providers = watchedBy(faults, deps.providers)
  const parts: Parts = {
    ...deps,
    providers,
    background,
    known: openKnownAddresses(deps),
    reach: async (point) => deps.faultPoint?.(point),
    reprocess: (hash) => callbacks.schedule(hash),
  }
  const queries = openStatusQueries(parts)
  const returns = openReturns(parts)
  const withdrawals = openWithdrawals(parts, { queries, returns })
  const deposits = openDeposits(parts, { queries, beginReturn: returns.reserveReturn, payOut: withdrawals.proceed })
  const paybills = openPaybills(parts, deposits)
  const floats = openFloats(parts)
  const callbacks = openCallbacks(parts, {
    deposits,
    withdrawals,
    paybills,
    floats,
    queries,
    recordFault: faults.recordFrom,
  })
  const registration = openRegistration({ ...parts, faults })
  const pulling = openPulling({ ...parts, accept: paybills.acceptPayment })
  const queriedAt = new Map<bigint, number>()

  return {
    deposit: deposits.request,
    withdraw: withdrawals.request,
    isCallbackKey: parts.known.isOurs,
    acceptCallback: callbacks.accept,
    operator: {
      ...openOperator(parts, { deposits, withdrawals, returns, floats: floats.floats }),
      ...openProviderStates({ ...parts, registration }),
      lists: openHouseLists(parts),
      reconciliation: openReconciliation(parts),
    },

    /** The status of a deposit, by its id or receipt. Unless the deposit has succeeded, the provider is queried first. */
    async confirm(
      given: { deposit_id?: string | undefined; receipt?: string | undefined },
      { bettor }: Session,
    ): Promise<Outcome<Confirmed, 'invalid_input' | 'not_found'>> {
      const { deposit_id: id, receipt } = given
      if (id === undefined && receipt === undefined)
        return refused('invalid_input', fieldFacts({ deposit_id: fault('which_deposit') }))
      const deposit =
        id === undefined ? await ownDepositOfReceipt(db, bettor, receipt ?? '') : await ownDeposit(id, bettor)
      if (!deposit) {
        if (id !== undefined) return refused('not_found')
        return done({ success: false, status: 'unknown', message: 'We have not received this receipt yet' })
      }
      if (deposit.state !== 'succeeded' && mayQuery(deposit.id)) await deposits.check(deposit.id)
      const row = (await depositOf(db, deposit.id)) ?? deposit
      const status = depositStatus(row)
      const balance = status === 'succeeded' ? formatMoney((await ledger.balances(bettor)).balance) : undefined
      return done({
        success: status === 'succeeded',
        status,
        message: depositMessage(row),
        ...(balance !== undefined && { balance }),
      })
    },

    /** A payment of this bettor, by its id or by the id of the command that requested it. */
    async payment(
      { id: given, kind }: { id: string; kind?: PaymentView['kind'] | undefined },
      bettor: bigint,
    ): Promise<Outcome<{ data: PaymentView }, 'not_found'>> {
      const deposit = kind === 'withdrawal' ? undefined : await ownDeposit(given, bettor)
      if (deposit) return done({ data: depositView(deposit) })
      if (kind === 'deposit') return refused('not_found')
      const withdrawal = uuid.test(given)
        ? await withdrawalOfCommand(db, bettor, given)
        : paymentId.test(given)
          ? await withdrawalOf(db, BigInt(given))
          : undefined
      return withdrawal?.bettor === bettor ? done({ data: withdrawalView(withdrawal) }) : refused('not_found')
    },

    /** The number of a bettor's open withdrawals. */
    openWithdrawals: countOpen,

    /** Whether this balance reaches today's minimum withdrawal. */
    withdrawable: (balance: Money): boolean => balance >= leastWithdrawal(deps.terms(), deps.clock.date()),

    /** The tax in the debit of each of these withdrawals, in cents. */
    withdrawalTaxes: (ids: readonly bigint[]): Promise<Map<bigint, bigint>> => taxesOf(db, ids),

    /** Does due work in parallel, with limits on count and time: unprocessed callbacks, unsent prompts and payouts, status queries. */
    async tick(): Promise<number> {
      const counts = await Promise.all([callbacks, deposits, withdrawals].map((part) => part.continueDue()))
      return counts.reduce((sum, count) => sum + count, 0)
    },

    /**
     * Registers the addresses for paybill confirmations with each provider that does not have them yet. For a provider without such a call,
     * the address of `callbackAddress` is entered in the portal by hand; it is known from now on.
     */
    async register(): Promise<void> {
      for (const { name, paybill, answersAfterPin } of Object.values(providers)) {
        if (!paybill && !answersAfterPin) await addressOf(parts, { provider: name, purpose: 'paybill', payment: null })
        await registration.register(name)
      }
    },

    /** Asks the providers for the balances of the accounts from which they pay out, every five minutes. */
    askFloats: floats.ask,

    /** Pulls the providers' lists of paybill payments, every quarter of an hour, to find payments whose confirmation is missing. */
    pull: pulling.tick,

    /** The address for a provider's portal that receives the callbacks of all payments. */
    callbackAddress: (provider: ProviderName): Promise<string> =>
      addressOf(parts, { provider, purpose: 'paybill', payment: null }),

    /** The deposits whose prompts wait in this process for the PIN, with nothing held but their connections. */
    prompting: deposits.prompting,

    /** Waits until no background work runs. Open payments are not lost without this wait. */
    settled: sending.idle,
  }

  /** Whether a bettor's confirmation call may query the provider: once every few seconds for each deposit. */
  function mayQuery(id: bigint): boolean {
    const now = deps.clock.now()
    if (now - (queriedAt.get(id) ?? 0) < queryEveryMs) return false
    queriedAt.delete(id)
    queriedAt.set(id, now)
    for (const oldest of queriedAt.keys()) if (queriedAt.size > queriedMax) queriedAt.delete(oldest)
    return true
  }

  async function ownDeposit(given: string, bettor: bigint): Promise<DepositRow | undefined> {
    if (uuid.test(given)) return depositOfCommand(db, bettor, given)
    const row = paymentId.test(given) ? await depositOf(db, BigInt(given)) : undefined
    return row?.bettor === bettor ? row : undefined
  }
}
