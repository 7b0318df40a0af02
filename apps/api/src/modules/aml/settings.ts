import { setting, shillings, texts, whole, type Setting, type Values } from '#modules/settings/settings'
import { money, type Money } from '@nare/money/money'

const [group, sees] = ['money laundering', 'aml.read'] as const
const most = 100_000_000

const sum = (key: string, name: string, about: string, value: number): Setting<Money> =>
  setting({
    ...{ group, sees, weakens: 'up' as const, key: `aml.${key}`, name, about },
    kind: shillings({ least: 1, most }),
    defaultOf: ({ country }) => money(BigInt(value * country.amountScale) * 100n),
  })

type Count = { readonly unit: string; readonly value: number; readonly least?: number; readonly most: number }

/** `weakens`: whether a higher or a lower number raises fewer alerts. */
const count = (
  key: string,
  name: string,
  about: string,
  { unit, value, least = 1, most: up, weakens = 'up' }: Count & { readonly weakens?: 'up' | 'down' | 'never' },
): Setting<number> =>
  setting({
    ...{ group, sees, weakens, key: `aml.${key}`, name, about },
    kind: whole({ least, most: up, unit }),
    defaultOf: () => value,
  })

type Text = { readonly form?: RegExp; readonly example?: string }

const line = (
  key: string,
  name: string,
  about: string,
  { form = /^[^<>\n\r]*$/, example = 'a line of text' }: Text = {},
): Setting<string> =>
  setting({
    ...{ group, sees, weakens: 'never' as const, key: `aml.${key}`, name, about },
    kind: texts({ longest: 100, form, example }),
    defaultOf: () => '',
  })

/** A code of the authority's list, or none. */
const code = { form: /^[A-Za-z0-9_]{0,20}$/, example: 'a code like MM01' }

/** The bounds of the rules, the time for a case, and what a report needs. */
export const amlSettings = {
  depositsDay: sum(
    'deposits_day',
    'Deposits in a day',
    'An alert if deposits in 24 hours, before tax, reach it.',
    300_000,
  ),
  depositsWeek: sum(
    'deposits_week',
    'Deposits in a week',
    'An alert if deposits in 7 days, before tax, reach it.',
    1_000_000,
  ),
  bound: sum(
    'structured_bound',
    'Bound that is avoided',
    'Deposits just under this sum count as split, to stay under it.',
    150_000,
  ),
  nearPercent: count('structured_percent', 'Just under the bound', 'From which part of the bound a deposit counts.', {
    ...{ unit: '%', value: 80, least: 50, most: 99 },
  }),
  structured: count('structured_deposits', 'Split deposits', 'An alert at so many deposits just under the bound.', {
    ...{ unit: '', value: 3, least: 2, most: 100 },
  }),
  structuredDays: count('structured_days', 'Days of split deposits', 'Within how many days they count.', {
    ...{ unit: 'days', value: 7, most: 60, weakens: 'down' },
  }),
  littlePlay: sum(
    'little_play',
    'Deposits with little play',
    'An alert only if deposits reach this sum and are withdrawn with little play between.',
    50_000,
  ),
  littlePlayPercent: count(
    'little_play_percent',
    'Little play',
    'Stakes below this part of the deposits are little play.',
    { ...{ unit: '%', value: 30, most: 100, weakens: 'down' } },
  ),
  outPercent: count('little_play_out', 'Withdrawn', 'The part of the deposits that is withdrawn at least.', {
    ...{ unit: '%', value: 60, most: 100 },
  }),
  littlePlayDays: count('little_play_days', 'Days of little play', 'Within how many days.', {
    ...{ unit: 'days', value: 7, most: 60, weakens: 'down' },
  }),
  bonusOnly: sum(
    'bonus_only',
    'Withdrawal after bonus only',
    'An alert if this is withdrawn in 30 days by somebody who had a bonus and paid nothing in.',
    5_000,
  ),
  otherPayer: sum(
    'other_payer',
    'Paid by other numbers',
    'An alert if numbers other than that of the account have paid in this sum.',
    20_000,
  ),
  shared: count(
    'shared_accounts',
    'Accounts that share',
    'An alert at so many accounts on one device, payer or document.',
    {
      ...{ unit: '', value: 3, least: 2, most: 100 },
    },
  ),
  turnover: sum(
    'turnover',
    'Sudden turnover',
    'An alert only if stakes of 7 days reach this sum and are far above those of the 8 weeks before.',
    200_000,
  ),
  turnoverTimes: count('turnover_times', 'Times the usual turnover', 'How many times the week’s average before.', {
    ...{ unit: 'times', value: 10, least: 2, most: 1_000 },
  }),
  opposite: sum(
    'opposite_stake',
    'Opposite bets',
    'An alert if linked accounts stake this sum on opposite outcomes of one market.',
    1_000,
  ),
  quietDays: count(
    'quiet_days',
    'Quiet after an alert',
    'The same rule raises no other about this bettor for so long.',
    {
      ...{ unit: 'days', value: 30, most: 365 },
    },
  ),
  caseHours: count(
    'case_hours',
    'Time for a case',
    'Within how many hours of the suspicion a case is reported or closed.',
    {
      ...{ unit: 'hours', value: 48, most: 720 },
    },
  ),
  entityId: line('entity_id', 'Reporting entity', 'The number that goAML gave the house (rentity_id).', {
    ...{ form: /^([1-9]\d{0,8})?$/, example: 'a number like 123' },
  }),
  entityName: line(
    'entity_name',
    'Name of the entity',
    'The name under which the house is registered (institution_name).',
  ),
  branch: line('branch', 'Branch', 'The branch of the reporting entity, if it has any.'),
  officerFirst: line('officer_first_name', 'Officer’s first name', 'Of the reporting person.'),
  officerLast: line('officer_last_name', 'Officer’s last name', 'Of the reporting person.'),
  officerEmail: line('officer_email', 'Officer’s address', 'The e-mail address of the reporting person.'),
  address: line('address', 'Address', 'Street of the reporting entity.'),
  city: line('city', 'City', 'City of the reporting entity.'),
  transmode: line('transmode_code', 'Way of payment', 'The authority’s code for mobile money (transmode_code).', code),
  funds: line(
    'funds_code',
    'Kind of funds',
    'The authority’s code for the funds of a payment (from_funds_code).',
    code,
  ),
  accountType: line('account_type', 'Kind of account', 'The code of a betting account (personal_account_type).', code),
  holderRole: line(
    'holder_role',
    'Role of the holder',
    'The code of an account’s holder (role of the signatory).',
    code,
  ),
  accountStatus: line('account_status', 'State of the account', 'The code of an active account (status_code).', code),
  indicators: line(
    'indicators',
    'Indicators',
    'The authority’s codes of a report, with commas; the rules without any.',
    {
      ...{ form: /^([A-Za-z0-9_]{1,20}(, ?[A-Za-z0-9_]{1,20})*)?$/, example: 'codes like SPCRD, SPOEQ' },
    },
  ),
}

type Known = keyof typeof amlSettings
/** What a report cannot be made without. */
export const neededForReport = [
  ...(['entityId', 'entityName', 'officerFirst', 'officerLast', 'address', 'city', 'transmode', 'funds'] as const),
] as const satisfies readonly Known[]
/** What else of the settings a report says. */
export const saidInReport = [
  ...(['branch', 'officerEmail', 'accountType', 'holderRole', 'accountStatus', 'indicators'] as const),
] as const satisfies readonly Known[]

/** The bounds that hold now. */
export function boundsNow(values: Values) {
  return {
    depositsDay: values(amlSettings.depositsDay),
    depositsWeek: values(amlSettings.depositsWeek),
    bound: values(amlSettings.bound),
    nearPercent: BigInt(values(amlSettings.nearPercent)),
    structured: values(amlSettings.structured),
    structuredDays: values(amlSettings.structuredDays),
    littlePlay: values(amlSettings.littlePlay),
    littlePlayPercent: BigInt(values(amlSettings.littlePlayPercent)),
    outPercent: BigInt(values(amlSettings.outPercent)),
    littlePlayDays: values(amlSettings.littlePlayDays),
    bonusOnly: values(amlSettings.bonusOnly),
    otherPayer: values(amlSettings.otherPayer),
    shared: values(amlSettings.shared),
    turnover: values(amlSettings.turnover),
    turnoverTimes: BigInt(values(amlSettings.turnoverTimes)),
    opposite: values(amlSettings.opposite),
    quietDays: values(amlSettings.quietDays),
  }
}
export type Bounds = ReturnType<typeof boundsNow>
