import type { Country, PaymentRules } from '#country/country'
import { setting, shillingsTo, whole, type Values } from '#modules/settings/settings'

const payments = { group: 'payments', weakens: 'up' } as const
const second = { group: 'second person', weakens: 'up' } as const

/** The settings of payments: when a withdrawal waits for people, and for how many. */
export const paymentSettings = {
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
  automaticMax: values(paymentSettings.automaticMax),
  automaticDayMax: values(paymentSettings.automaticDayMax),
  automaticDayCount: values(paymentSettings.automaticDayCount),
  identityDayMax: values(paymentSettings.identityDayMax),
  oneApproverMax: values(paymentSettings.oneApproverMax),
  assignAloneMax: values(paymentSettings.assignAloneMax),
})
