import fc from 'fast-check'
import { paymentFaults, promptActions, type PaymentFault, type PromptAction } from '@nare/contract/sandbox'
import { betFaultPoints, cashOutFaultPoints } from '#sandbox/bet-points'
import { depositFaultPoints, endFaultPoints, withdrawalFaultPoints } from '#modules/payments/payments'
import type { GrantStep } from './money-bonus.ts'
import type { CrashFaultPoint } from '#modules/payments/testing/payments-world'

/** The outcomes of a match, as the keys of its market. */
export const outcomes = ['home_team', 'draw', 'away_team'] as const
export type Outcome = (typeof outcomes)[number]

/** A result message: a score (again to correct it), a cancellation, or a rollback. */
export const verdicts = [...outcomes, 'cancelled', 'rolled_back'] as const
export type Verdict = (typeof verdicts)[number]

export type PointStep = { do: 'award'; points: number } | { do: 'redeem'; points: number }

/** What a result makes of a leg of a multi. */
export type LegVerdict = 'won' | 'lost' | 'cancelled'

/** Steps with multis: each is on matches of its own. `back` counts from the newest multi. */
export type MultiStep =
  | { do: 'multi'; picks: Outcome[]; shillings: number }
  | { do: 'edit_into_multi'; picks: Outcome[] }
  | { do: 'multi_results'; back: number; verdicts: LegVerdict[] }
  | { do: 'multi_correction'; back: number; leg: number; verdict: LegVerdict | 'rolled_back' }

/** One step of a scenario. Amounts are whole shillings; `match` is one of the two matches of a scenario. */
export type Step =
  | { do: 'deposit'; shillings: number; fault: PaymentFault | undefined }
  | { do: 'answer'; action: PromptAction }
  | { do: 'withdraw'; shillings: number; fault: PaymentFault | undefined }
  | { do: 'pay'; shillings: number; unasked: boolean }
  | { do: 'exclude' }
  | { do: 'forge' }
  | { do: 'bet'; match: number; pick: Outcome; shillings: number }
  | { do: 'repeat' }
  | { do: 'cash_out' }
  | { do: 'edit'; match: number; pick: Outcome }
  | { do: 'result'; match: number; verdict: Verdict }
  | { do: 'jackpot'; picks: Outcome[][] }
  | { do: 'jackpot_end'; verdicts: (Outcome | 'cancelled')[] }
  | { do: 'confirm' }
  | { do: 'pass'; seconds: number }
  | { do: 'flush' }
  | { do: 'end_payouts' }
  | { do: 'insure' }
  | MultiStep
  | GrantStep
  | PointStep
  | { do: 'crash'; at: CrashFaultPoint }
  | { do: 'restart' }

/** Every point at which a scenario can crash: between two steps of a payment, a bet or a result. */
export const points: readonly CrashFaultPoint[] = [
  ...depositFaultPoints,
  ...withdrawalFaultPoints,
  ...endFaultPoints,
  ...betFaultPoints,
  ...cashOutFaultPoints,
]

const shillings = fc.integer({ min: 60, max: 600 })
const fault = fc.option(fc.constantFrom(...paymentFaults), { nil: undefined })
const match = fc.integer({ min: 0, max: 1 })
const doing = <const T extends string>(kind: T) => fc.constant(kind)

/** The outcomes of a jackpot ticket for one match. */
const picked = fc.uniqueArray(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 3 })
/** A value for each of the two matches of a jackpot. */
const ofTwo = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 2, maxLength: 2 })

/** The picks of a multi that may be insured, perhaps with a leg to spare, or of a shorter one. */
const legs = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...outcomes), { minLength: 5, maxLength: 6 }) },
  { weight: 1, arbitrary: fc.array(fc.constantFrom(...outcomes), { minLength: 2, maxLength: 4 }) },
)
const multi = fc.record({ do: doing('multi'), picks: legs, shillings: fc.integer({ min: 40, max: 200 }) })
/** Mostly won, so that many multis fail by one leg. */
const legVerdict = fc.constantFrom<LegVerdict[]>('won', 'won', 'won', 'won', 'lost', 'cancelled')
const back = fc.constantFrom(0, 0, 0, 1, 2)
const multiResults = fc.record({
  do: doing('multi_results'),
  back,
  verdicts: fc.array(legVerdict, { minLength: 1, maxLength: 6 }),
})
const multiCorrection = fc.record({
  ...{ do: doing('multi_correction'), back, leg: fc.nat({ max: 5 }) },
  verdict: fc.constantFrom<(LegVerdict | 'rolled_back')[]>('won', 'won', 'lost', 'lost', 'cancelled', 'rolled_back'),
})

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: doing('insure') }) },
  { weight: 4, arbitrary: multi },
  { weight: 3, arbitrary: fc.record({ do: doing('edit_into_multi'), picks: legs }) },
  { weight: 5, arbitrary: multiResults },
  { weight: 4, arbitrary: multiCorrection },
  { weight: 5, arbitrary: fc.record({ do: doing('deposit'), shillings, fault }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: doing('answer'),
      action: fc.oneof(
        { weight: 3, arbitrary: fc.constant('approve' as const) },
        { weight: 2, arbitrary: fc.constantFrom(...promptActions) },
      ),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: doing('withdraw'), shillings, fault }) },
  { weight: 2, arbitrary: fc.record({ do: doing('pay'), shillings, unasked: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: doing('exclude') }) },
  { weight: 2, arbitrary: fc.record({ do: doing('forge') }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: doing('bet'),
      match,
      pick: fc.constantFrom(...outcomes),
      shillings: fc.oneof(shillings, fc.integer({ min: 600, max: 2000 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: doing('repeat') }) },
  { weight: 4, arbitrary: fc.record({ do: doing('cash_out') }) },
  { weight: 4, arbitrary: fc.record({ do: doing('edit'), match, pick: fc.constantFrom(...outcomes) }) },
  { weight: 8, arbitrary: fc.record({ do: doing('result'), match, verdict: fc.constantFrom(...verdicts) }) },
  { weight: 5, arbitrary: fc.record({ do: doing('jackpot'), picks: ofTwo(picked) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: doing('jackpot_end'),
      verdicts: ofTwo(fc.constantFrom(...outcomes, 'cancelled' as const)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('confirm') }) },
  { weight: 3, arbitrary: fc.record({ do: doing('pass'), seconds: fc.constantFrom(6, 11, 61, 400) }) },
  { weight: 1, arbitrary: fc.record({ do: doing('flush') }) },
  { weight: 3, arbitrary: fc.record({ do: doing('end_payouts') }) },
  { weight: 4, arbitrary: fc.record({ do: doing('grant'), shillings, wagerTimes: fc.constantFrom(1, 2, 1000) }) },
  { weight: 3, arbitrary: fc.record({ do: doing('wager') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: doing('end_grant'), how: fc.constantFrom('expire' as const, 'cancel' as const) }),
  },
  { weight: 3, arbitrary: fc.record({ do: doing('award'), points: fc.integer({ min: 50, max: 500 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: doing('redeem'), points: fc.constantFrom(100, 150, 200, 500) }),
  },
  { weight: 7, arbitrary: fc.record({ do: doing('crash'), at: fc.constantFrom(...points) }) },
  { weight: 5, arbitrary: fc.record({ do: doing('restart') }) },
)

/** A multi, perhaps another step, results of its legs of which one is lost, and perhaps another step or a correction. */
const failedMulti: fc.Arbitrary<Step[]> = fc
  .tuple(multi, fc.option(step), fc.nat({ max: 5 }), fc.option(fc.oneof(step, multiCorrection)))
  .map(([placed, between, lost, after]) => [
    placed,
    ...(between ? [between] : []),
    { do: 'multi_results', back: 0, verdicts: placed.picks.map((_, n) => (n === lost ? 'lost' : 'won')) },
    ...(after ? [after] : []),
  ])

/** Scenarios of at most about `stepsMax` steps; every length is equally likely. Every other bettor is insured from the start. */
export const scenarios = (stepsMax: number): fc.Arbitrary<Step[]> =>
  fc.noBias(
    fc
      .tuple(
        fc.boolean(),
        fc.array(fc.oneof({ weight: 9, arbitrary: step.map((one) => [one]) }, { weight: 1, arbitrary: failedMulti }), {
          minLength: 1,
          maxLength: stepsMax,
          size: 'max',
        }),
      )
      .map(([isInsured, steps]) => [...(isInsured ? [{ do: 'insure' } as const] : []), ...steps.flat()]),
  )
