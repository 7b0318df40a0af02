import { operatorPayments } from '@nare/contract/operator-payments'
import { operatorPaymentLists } from '@nare/contract/operator-payments-lists'
import { operatorReconciliation } from '@nare/contract/operator-payments-reconciliation'
import { operatorPaymentWork } from '@nare/contract/operator-payments-work'
import { payments as calls } from '@nare/contract/payments'
import type { Area, AreaDeps } from '#area'
import type { PaymentRules } from '#country/country'
import { addressList } from '#platform/address-list'
import { mount } from '#platform/calls'
import { oneAtATime } from '#platform/money-command'
import { paymentSubjects } from './find-payments.ts'
import { houseRoutes, reconciliationRoutes, serveHouseFiles, workRoutes } from './house/routes.ts'
import { operatorPaymentsRoutes } from './operator-routes.ts'
import { openPayments, type Payments, type PaymentsDeps } from './payments.ts'
import { mountCallbacks, paymentsRoutes } from './routes.ts'
import { paymentSettings, paymentTerms } from './settings.ts'

type Deps = AreaDeps &
  Omit<PaymentsDeps, keyof AreaDeps | 'promptsDayMax' | 'undoS' | 'terms'> & {
    /** Called after the callback addresses have been registered at the providers. */
    readonly onRegistered: (payments: Payments) => Promise<unknown>
  }

export function openPaymentsArea(deps: Deps) {
  const { config, log, turns } = deps
  deps.settings.declare(paymentSettings)
  const terms = () => paymentTerms(deps.settings.now(), deps.country)
  const rules = (): PaymentRules => terms().payments
  const payments = openPayments({ ...deps, terms, promptsDayMax: config.promptsDayMax, undoS: config.payoutUndoS })
  const ownerOf = async (id: bigint): Promise<bigint | undefined> =>
    (await payments.operator.paymentOfId(id))[0]?.bettor ?? undefined
  for (const kind of ['deposit', 'withdrawal']) deps.house.owned(kind, ownerOf)
  /** Whose payment a finding or a difference is about, by the payment that it names. */
  const byPayment = (paymentOf: (id: bigint) => Promise<bigint | undefined>) => async (id: bigint) => {
    const payment = await paymentOf(id)
    return payment === undefined ? undefined : ownerOf(payment)
  }
  deps.house.owned('review', byPayment(payments.operator.paymentOfReview))
  deps.house.owned('difference', byPayment(payments.operator.reconciliation.paymentOf))
  deps.house.about(paymentSubjects)
  const area: Area = {
    async routes(mounting) {
      mount(mounting, calls, paymentsRoutes(payments, oneAtATime(turns)))
      mount(
        mounting,
        operatorPayments,
        operatorPaymentsRoutes({
          payments: payments.operator,
          rules,
        }),
      )
      mount(
        mounting,
        operatorPaymentLists,
        houseRoutes({
          operator: payments.operator,
          house: deps.house,
          approveAloneMax: () => rules().oneApproverMax,
        }),
      )
      mount(mounting, operatorPaymentWork, workRoutes(payments.operator))
      mount(mounting, operatorReconciliation, reconciliationRoutes(payments.operator.reconciliation))
      serveHouseFiles(mounting, payments.operator)
      await mountCallbacks(mounting.app, payments, { from: addressList(config.callbacks.addresses) })
    },
    gauges: [
      {
        name: 'nare_provider_faults',
        help: 'Open faults of our configuration at a payment provider',
        read: async () =>
          (await payments.operator.faults()).map(({ provider, part }) => ({ labels: { provider, part }, value: 1 })),
      },
    ],
    start: {
      role: 'jobs',
      run() {
        void payments
          .register()
          .then(() => deps.onRegistered(payments))
          .catch((error: unknown) =>
            log.warn({ err: error }, 'registering the callback addresses at the providers failed'),
          )
      },
    },
    jobs: [
      { name: 'payments', everyMs: 2000, run: () => payments.tick() },
      { name: 'balances at the providers', everyMs: 30_000, run: () => payments.askFloats() },
      { name: 'payments that arrived', everyMs: 60_000, run: () => payments.pull() },
    ],
    close: () => payments.settled(),
  }
  return { payments, area }
}
