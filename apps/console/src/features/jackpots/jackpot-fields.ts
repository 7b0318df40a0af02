import type { jackpotModes, voidPolicies } from '@nare/contract/jackpot'
import type { operator } from '@nare/contract/operator'
import type { Sent } from '@nare/contract/route'
import { textOf, typedCents } from '../../parts/cents.ts'
import { momentOf } from '../../parts/moment.ts'

type Mode = (typeof jackpotModes)[number]
type Policy = (typeof voidPolicies)[number]

export const modeTexts: Readonly<Record<Mode, string>> = {
  fixed: 'Fixed prizes',
  pool: 'Shares of the stakes',
  must_be_won: 'Must be won',
}
export const policyTexts: Readonly<Record<Policy, string>> = {
  draw: 'an outcome is drawn',
  counts_won: 'count as right',
  drop: 'are left out',
  cancel: 'stakes go back',
}

/** A prize as it was typed: how many right, and a prize in KSh or a share in percent. */
export type TypedTier = {
  readonly correct: string
  readonly prize: string
  readonly split: boolean
  readonly share: string
}
/** What is paid of a prize when so many void matches counted as right. */
export type TypedReduced = { readonly voids: string; readonly correct: string; readonly percent: string }

/** What a person has typed of a jackpot. */
export type TypedJackpot = {
  readonly name: string
  readonly stake: string
  readonly mode: Mode
  readonly tiers: readonly TypedTier[]
  readonly policy: Policy
  readonly cancelAt: string
  readonly reduced: readonly TypedReduced[]
  readonly deadline: string
  readonly matchIds: readonly string[]
}

export const emptyTier: TypedTier = { correct: '', prize: '', split: true, share: '' }
export const emptyReduced: TypedReduced = { voids: '1', correct: '', percent: '100' }
export const emptyJackpot: TypedJackpot = {
  ...{ name: '', stake: '', mode: 'fixed', tiers: [emptyTier], policy: 'draw' },
  ...{ cancelAt: '', reduced: [], deadline: '', matchIds: [] },
}

const plain = (text: string): string => text.replaceAll(/[\s,]/g, '')
const numberOf = (text: string): number => (plain(text) === '' ? Number.NaN : Number(plain(text)))

/** The input of the call. What a mode or a rule of void matches does not have is left out. */
export function jackpotInput(typed: TypedJackpot, { reason, id }: { reason: string; id: string }) {
  const { mode, policy } = typed
  return {
    ...{ id, reason, name: typed.name.trim(), stake: plain(typed.stake), mode, void_policy: policy },
    match_ids: [...typed.matchIds],
    tiers: typed.tiers.map(({ correct, prize, split, share }) => ({
      correct: numberOf(correct),
      ...(mode === 'fixed' ? { prize: plain(prize), split } : { share: numberOf(share) }),
    })),
    ...(policy === 'cancel' && plain(typed.cancelAt) !== '' && { cancel_at: numberOf(typed.cancelAt) }),
    ...(policy === 'counts_won' && {
      reduced: typed.reduced.map(({ voids, correct, percent }) => ({
        ...{ voids: numberOf(voids), correct: numberOf(correct), percent: numberOf(percent) },
      })),
    }),
    ...(mode === 'must_be_won' && typed.deadline !== '' && { deadline: momentOf(typed.deadline) ?? typed.deadline }),
  } as Sent<typeof operator.createJackpot>
}

/** The most that fixed prizes promise together if each is won once, as decimal text; undefined if they are not whole. */
export function promised({ mode, tiers }: Pick<TypedJackpot, 'mode' | 'tiers'>): string | undefined {
  if (mode !== 'fixed') return undefined
  const prizes = tiers.map(({ prize }) => typedCents(prize))
  return prizes.includes(undefined) ? undefined : textOf(prizes.reduce<bigint>((sum, prize) => sum + (prize ?? 0n), 0n))
}

/** What of the stakes all shares give back, in percent; undefined if they are not whole. */
export function sharedPercent({ mode, tiers }: Pick<TypedJackpot, 'mode' | 'tiers'>): number | undefined {
  if (mode === 'fixed') return undefined
  const sum = tiers.reduce((total, { share }) => total + numberOf(share), 0)
  return Number.isNaN(sum) ? undefined : Number(sum.toFixed(2))
}
