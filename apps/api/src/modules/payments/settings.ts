import type { Country, PaymentRules } from '#country/country'
import { taxesOf } from '#modules/ledger/ledger'
import { setting, shillings, shillingsTo, whole, type Values } from '#modules/settings/settings'

const payments = { group: 'payments', weakens: 'up' } as const
const second = { group: 'second person', weakens: 'up' } as const

/** The settings of payments: their bounds, when a withdrawal waits for people, and for how many. */
export const paymentSettings = {
  depositMin: setting({
    ...payments,
    weakens: 'never',
    key: 'payments.deposit_min',
    name: 'Smallest deposit',
    about: 'The smallest deposit.',
    kind: shillings({ least: 1, most: 10_000 }),
    defaultOf: ({ country }) => country.payments.depositMin,
  }),
  depositMax: setting({
    ...payments,
    key: 'payments.deposit_max',
    name: 'Largest deposit',
    about: 'The largest deposit.',
    kind: shillings({ least: 100, most: 250_000 }),
    defaultOf: ({ country }) => country.payments.depositMax,
  }),
  withdrawalMin: setting({
    ...payments,
    weakens: 'never',
    key: 'payments.withdrawal_min',
    name: 'Smallest withdrawal',
    about: 'The smallest sum that a withdrawal sends; its tax comes on top. The providers send no less than 10.',
    kind: shillings({ least: 10, most: 10_000 }),
    defaultOf: ({ country }) => country.payments.withdrawalMin,
  }),
  withdrawalMax: setting({
    ...payments,
    key: 'payments.withdrawal_max',
    name: 'Largest withdrawal',
    about: 'The largest amount of a withdrawal. Deposits that go back are not bound by it.',
    kind: shillings({ least: 100, most: 250_000 }),
    defaultOf: ({ country }) => country.payments.withdrawalMax,
  }),
  automaticMax: setting({
    ...payments,
    key: 'payments.automatic_max',
    name: 'Sent without a person',
    about: 'A withdrawal of up to this sum without warnings is sent without a person.',
    kind: shillingsTo(250_000),
    defaultOf: ({ country }) => country.payments.automaticMax,
  }),
  automaticDayMax: setting({
    ...payments,
    key: 'payments.automatic_day_max',
    name: 'Without a person in a day',
    about: 'What one bettor gets in 24 hours without a person.',
    kind: shillingsTo(1_000_000),
    defaultOf: ({ country }) => country.payments.automaticDayMax,
  }),
  automaticDayCount: setting({
    ...payments,
    key: 'payments.automatic_day_count',
    name: 'Number without a person',
    about: 'How many withdrawals of one bettor are sent in 24 hours without a person.',
    kind: whole({ least: 0, most: 1_000, unit: 'withdrawals' }),
    defaultOf: ({ country }) => country.payments.automaticDayCount,
  }),
  identityDayMax: setting({
    ...payments,
    key: 'payments.identity_day_max',
    name: 'Without an identity check',
    about: 'Withdrawals of more than this sum in 24 hours need a confirmed identity.',
    kind: shillingsTo(300_000),
    defaultOf: ({ country }) => country.payments.identityDayMax,
  }),
  oneApproverMax: setting({
    ...second,
    key: 'payments.one_person_max',
    name: 'Approved by one person',
    about: 'What one person approves or sends again in 24 hours alone; a withdrawal above this sum needs two.',
    kind: shillingsTo(1_000_000),
    defaultOf: ({ country }) => country.payments.oneApproverMax,
  }),
  assignAloneMax: setting({
    ...second,
    key: 'payments.assign_alone_max',
    name: 'Assigned by one person',
    about: 'What one person assigns or credits in 24 hours alone.',
    kind: shillingsTo(1_000_000),
    defaultOf: ({ country }) => country.payments.assignAloneMax,
  }),
}

/** The rules of payments by these values. */
export const paymentRules = (values: Values, { payments: of }: Pick<Country, 'payments'>): PaymentRules => ({
  ...of,
  depositMin: values(paymentSettings.depositMin),
  depositMax: values(paymentSettings.depositMax),
  withdrawalMin: values(paymentSettings.withdrawalMin),
  withdrawalMax: values(paymentSettings.withdrawalMax),
  automaticMax: values(paymentSettings.automaticMax),
  automaticDayMax: values(paymentSettings.automaticDayMax),
  automaticDayCount: values(paymentSettings.automaticDayCount),
  identityDayMax: values(paymentSettings.identityDayMax),
  oneApproverMax: values(paymentSettings.oneApproverMax),
  assignAloneMax: values(paymentSettings.assignAloneMax),
})

/** What a payment is judged and taxed by. */
export type PaymentTerms = Pick<Country, 'taxes' | 'timeZone' | 'payments'>

/** The least that a payout sends. */
export const leastPayout = paymentSettings.withdrawalMin

/** The terms of payments by these values. */
export const paymentTerms = (values: Values, country: Country): PaymentTerms => ({
  ...taxesOf(values, country),
  payments: paymentRules(values, country),
})
