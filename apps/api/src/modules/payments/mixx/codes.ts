import type { Codes, Meaning, Reason, SetupFault } from '../ports.ts'

const reasons = (all: Readonly<Record<string, Reason>>): Codes =>
  Object.fromEntries(Object.entries(all).map(([code, reason]) => [code, { reason }]))
const setup = (codes: readonly string[], reason: Reason, fault: SetupFault): Codes =>
  Object.fromEntries(codes.map((code): [string, Meaning] => [code, { reason, fault }]))

export const pushAccepted = 'BILLER-18-0000-S'

/** Codes of a push that took no money. DebitMandate-10-1000-E and -5000-E are faults of the gateway and leave it open, as every other code does. */
export const pushCodes: Codes = {
  ...reasons({
    'DebitMandate-10-2002-E': 'provider_refused',
    'DebitMandate-10-2004-V': 'unregistered',
    'DebitMandate-10-2005-E': 'unregistered',
    'DebitMandate-10-2020-V': 'provider_refused',
    'BILLER-18-3018-E': 'provider_limit',
    'BILLER-18-3019-E': 'provider_limit',
    'BILLER-18-3020-E': 'provider_limit',
  }),
  ...setup(
    [
      'DebitMandate-10-2001-E',
      'DebitMandate-10-2003-E',
      'DebitMandate-10-2038-V',
      'DebitMandate-10-3000-E',
      'BILLER-18-3021-E',
      'BILLER-18-3022-E',
      'BILLER-18-3040-E',
    ],
    'cannot_take_now',
    'deposits',
  ),
}

/** States of a payout that was made. */
export const paidStates: ReadonlySet<string> = new Set(['200', '0', 'error000'])

/**
 * States of a payout that was not made. 100 is documented as "it may have been paid", error001, error100 and error111 as no answer: they and
 * every other state leave it open.
 */
export const payoutCodes: Codes = {
  ...reasons({
    '00031': 'amount_too_large',
    '00042': 'provider_refused',
    '00317': 'provider_refused',
    '00410': 'amount_too_large',
    '317': 'provider_refused',
    '410': 'amount_too_large',
    '60014': 'cannot_pay_now',
    '60017': 'amount_too_small',
    '60018': 'amount_too_large',
    '60019': 'cannot_pay_now',
    '60021': 'provider_limit',
    '60024': 'cannot_pay_now',
    '60028': 'amount_too_large',
    '60030': 'provider_limit',
    '60074': 'unregistered',
    error010: 'unregistered',
    error011: 'provider_refused',
    error012: 'provider_refused',
    error013: 'cannot_pay_now',
    error014: 'amount_too_large',
    error015: 'amount_too_small',
    error016: 'provider_refused',
  }),
  ...setup(['00026', '02117', '2117'], 'cannot_pay_now', 'payouts'),
}
