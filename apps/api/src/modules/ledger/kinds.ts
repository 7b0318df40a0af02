import type { Product } from '@nare/contract/products'

/** The meaning of a kind of transfer. Limits, statements, consumers and verifiers read it from this table. */
export type KindRow = {
  /** The product of the tickets that it stakes or settles; 'any' if the operator account determines the product; null without a ticket. */
  readonly product: Product | 'any' | null
  /** Whether it debits the bettor, credits the bettor, or moves only the operator's own money. */
  readonly direction: 'debit' | 'credit' | 'internal'
  /**
   * How limits and the bettor's activity count it. A correction is a negative return; the returned stake of a bet that was not placed is a
   * negative stake.
   */
  readonly counts: 'staked' | 'returned' | 'deposited' | null
  /** Whether it belongs to tickets that earn points and meet wagering requirements. */
  readonly wagers: boolean
  /** Whether it moves only money that may not be staked and is returned to its payer. */
  readonly returnable: boolean
  /** The payment whose gross, tax and net amounts a statement shows; null for none. */
  readonly payment: 'deposit' | 'withdrawal' | null
  /** The description in the statement file and its API; the app has its own translations by kind. */
  readonly text: string
}

const ticket = { product: 'any', wagers: true, returnable: false, payment: null } as const
/** Movements of bonus money outside bets: they count towards no limit. */
const bonus = { product: null, counts: null, wagers: false, returnable: false, payment: null } as const
const payment = { product: null, counts: null, wagers: false, returnable: false, payment: null } as const

/** Every kind of transfer. */
export const transferKinds = {
  stake: { ...ticket, direction: 'debit', counts: 'staked', text: 'Stake' },
  stake_released: { ...ticket, direction: 'credit', counts: 'staked', text: 'Stake returned, bet not placed' },
  win: { ...ticket, direction: 'credit', counts: 'returned', text: 'Winnings' },
  refund: { ...ticket, direction: 'credit', counts: 'returned', text: 'Refund' },
  cash_out: { ...ticket, direction: 'credit', counts: 'returned', text: 'Cash-out' },
  correction: { ...ticket, direction: 'debit', counts: 'returned', text: 'Correction of a result' },
  bonus_stake: { ...ticket, direction: 'debit', counts: 'staked', text: 'Stake of bonus money' },
  bonus_stake_released: {
    ...ticket,
    direction: 'credit',
    counts: 'staked',
    text: 'Stake of bonus money returned, bet not placed',
  },
  bonus_win: { ...ticket, direction: 'credit', counts: 'returned', text: 'Winnings of bonus money' },
  bonus_refund: { ...ticket, direction: 'credit', counts: 'returned', text: 'Refund of bonus money' },
  bonus_cash_out: { ...ticket, direction: 'credit', counts: 'returned', text: 'Cash-out of bonus money' },
  bonus_correction: { ...ticket, direction: 'debit', counts: 'returned', text: 'Correction of a result, bonus money' },
  deposit: { ...payment, direction: 'credit', counts: 'deposited', payment: 'deposit', text: 'Deposit' },
  withdrawal: { ...payment, direction: 'debit', payment: 'withdrawal', text: 'Withdrawal' },
  withdrawal_paid: { ...payment, direction: 'internal', text: 'Withdrawal paid' },
  withdrawal_overpaid: { ...payment, direction: 'internal', text: 'Withdrawal paid with too much' },
  withdrawal_released: { ...payment, direction: 'credit', text: 'Withdrawal returned' },
  returnable: { ...payment, direction: 'credit', returnable: true, text: 'Money that could not be played' },
  return: { ...payment, direction: 'debit', returnable: true, text: 'Sent back to its payer' },
  return_released: { ...payment, direction: 'credit', returnable: true, text: 'Sending back failed' },
  returnable_freed: { ...payment, direction: 'debit', returnable: true, text: 'Credited instead of sent back' },
  bonus_granted: { ...bonus, direction: 'credit', text: 'Bonus' },
  bonus_expired: { ...bonus, direction: 'debit', text: 'Bonus expired' },
  bonus_cancelled: { ...bonus, direction: 'debit', text: 'Bonus given up' },
  prize: { ...payment, direction: 'credit', text: 'Prize of a leaderboard' },
  bonus_converted: { ...bonus, direction: 'credit', text: 'Bonus became cash' },
  bonus_restored: { ...bonus, direction: 'credit', text: 'Bonus restored for a correction' },
  points_earned: { ...payment, direction: 'credit', text: 'Points earned' },
  points_taken_back: { ...payment, direction: 'debit', text: 'Points taken back after a correction' },
  points_prize: { ...payment, direction: 'credit', text: 'Points won' },
  points_promotion: { ...payment, direction: 'credit', text: 'Points of a promotion' },
  points_redeemed: { ...payment, direction: 'debit', text: 'Points redeemed' },
  points_expired: { ...payment, direction: 'debit', text: 'Points expired' },
  points_adjusted: { ...payment, direction: 'credit', text: 'Points added by an operator' },
  points_deducted: { ...payment, direction: 'debit', text: 'Points taken by an operator' },
  correction_credit: { ...payment, direction: 'credit', text: 'Correction' },
  correction_debit: { ...payment, direction: 'debit', text: 'Correction' },
  tax_remittance: { ...payment, direction: 'internal', text: 'Tax paid to the state' },
  jackpot_carry: { ...payment, direction: 'internal', text: 'Jackpot carried over' },
  jackpot_rounding: { ...payment, direction: 'internal', text: 'Rounding of a jackpot' },
  test_money: { ...payment, direction: 'credit', text: 'Test money' },
} as const satisfies Readonly<Record<string, KindRow>>

export type TransferKind = keyof typeof transferKinds

const rows: readonly (readonly [TransferKind, KindRow])[] = Object.entries(transferKinds) as [TransferKind, KindRow][]

/** The kinds by which people of the house correct a bettor's cash. */
export const handKinds = ['correction_credit', 'correction_debit'] as const satisfies readonly TransferKind[]

/** The kinds whose row matches, as a parameter for SQL: `t.kind = any(…::text[])`. */
export const kindsWhere = (matches: (row: KindRow) => boolean): TransferKind[] =>
  rows.filter(([, row]) => matches(row)).map(([kind]) => kind)

export const stakedKinds = kindsWhere((row) => row.counts === 'staked')
export const returnedKinds = kindsWhere((row) => row.counts === 'returned')
export const depositedKinds = kindsWhere((row) => row.counts === 'deposited')
export const returnableKinds = kindsWhere((row) => row.returnable)
