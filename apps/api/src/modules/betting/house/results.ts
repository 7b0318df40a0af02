import type { operatorResults as contract } from '@nare/contract/operator-trading-results'
import { done, type Outcome } from '@nare/contract/outcome'
import { formatMoney, money } from '@nare/money/money'
import { resultText, voidText, type Catalog, type PlannedResult } from '#modules/catalog/catalog'
import type { Db, Tx } from '#platform/db'
import type { Deciding } from '#platform/operator-calls'
import { effectOfResult, type Effect, type EffectDeps } from '../settling/effect.ts'
import { openPreviews } from './previews.ts'

export type HouseResultDeps = EffectDeps & {
  readonly db: Db
  readonly catalog: Catalog
  /** What one person may move alone by all decisions on matches and tickets within 24 hours. */
  readonly aloneMax: () => bigint
}

/** From how many picks on a match its decision needs a second person: more are not counted under its lock. */
const legsAloneMax = 40_000

type Contract = typeof contract
type Input = { readonly match_id: string; readonly reason: string }
type Refused = 'not_found' | 'invalid_input'
type Planned<P extends PlannedResult> = Promise<Outcome<P, Refused>>

/** The operators' calls that decide matches by hand: results, corrections and voids. */
export function resultDecisions(deps: HouseResultDeps) {
  const { catalog } = deps
  const { house } = catalog
  const previews = openPreviews(deps)

  /** What a decision rests on: the result now, and what would be paid and taken back, now and by tickets that stay open, as far as one person may. */
  async function basisOf(tx: Tx, plan: PlannedResult, facts: Readonly<Record<string, string>>) {
    const alone = deps.aloneMax()
    let legs = 0
    const isEnough = (effect: Effect): boolean => {
      legs = effect.view().legs
      return effect.moved() <= alone && legs < legsAloneMax
    }
    const effect = await effectOfResult(deps, tx, plan, isEnough)
    const { of, bets, paid, taken_back, debt } = effect.view()
    const decidesPrizes = plan.becomes !== undefined && (await house.decidesPrizes(tx, plan.matchId))
    const { before, state, isByHand, isEarly, endsVoid } = plan
    // Who ends a void knows the result, and could choose whose bets are paid.
    const isForTwo = of > legsAloneMax || decidesPrizes || isEarly || endsVoid === true
    return {
      facts: {
        ...{ state, version: before?.version ?? 0, result: resultText(before) },
        ...(isByHand && { match_made: 'by hand' }),
        ...facts,
      },
      amount: effect.moved(),
      alone,
      ...(isForTwo && { needed: true }),
      effect: {
        ...{ bets, paid, taken_back, debt },
        ...(decidesPrizes && { prizes: true }),
        ...(isEarly && { early: true }),
        ...(effect.mayPay() > 0n && { may_pay: formatMoney(money(effect.mayPay())) }),
        ...(of > legs && legs > 0 && { counted: `${legs} of ${of} picks` }),
      },
    }
  }

  /** The handler of a call that plans a result, shows what it does and records it. */
  function deciding<I extends Input, P extends PlannedResult>(
    plan: (tx: Tx, input: I, reading: { lock: boolean }) => Planned<P>,
    of: {
      readonly facts: (input: I) => Readonly<Record<string, string>>
      readonly record: (tx: Tx, planned: P, by: { by: string; reason: string }) => Promise<number>
    },
  ) {
    return {
      async read(tx: Tx, input: I) {
        const planned = await plan(tx, input, { lock: true })
        return planned.ok ? done(await basisOf(tx, planned.value, of.facts(input))) : planned
      },
      async work(tx: Tx, input: I, { operator }: { operator: string }) {
        const planned = await plan(tx, input, { lock: true })
        if (!planned.ok) return planned
        const version = await of.record(tx, planned.value, { by: operator, reason: input.reason })
        return done({ state: planned.value.becomes ? ('recorded' as const) : ('unchanged' as const), version })
      },
      after: (_: unknown, { match_id }: I) => house.published(Number(match_id)),
      preview: (input: I, { operator }: { operator: string }) =>
        previews.of(keyOf(operator, input), async (tx, report) => {
          const planned = await plan(tx, input, { lock: false })
          return planned.ok ? done(await effectOfResult(deps, tx, planned.value, report)) : planned
        }),
    }
  }

  type ResultInput = Parameters<Deciding<Contract['resultByHand']>['read']>[1]
  type VoidInput = Parameters<Deciding<Contract['voidByHand']>['read']>[1]

  const resultByHand: Deciding<Contract['resultByHand']> = deciding(
    (tx, input: ResultInput, reading) => house.planResult(tx, Number(input.match_id), input, reading),
    { facts: () => ({}), record: house.record },
  )
  const voidByHand: Deciding<Contract['voidByHand']> = deciding(
    (tx, input: VoidInput, reading) =>
      house.planVoid(tx, Number(input.match_id), { ...wantedOf(input), reason: input.reason }, reading),
    {
      facts: (input) => {
        const { marketId, end, ...rest } = wantedOf(input)
        return marketId === undefined ? {} : { [end ? 'void_ends' : 'void']: voidText({ marketId, ...rest }) }
      },
      record: house.record,
    },
  )
  return { resultByHand, voidByHand }
}

type Wanted = { readonly [N in 'sub_type_id' | 'line' | 'odd_key']?: string | undefined } & {
  readonly end?: boolean | undefined
}

const wantedOf = ({ sub_type_id, line, odd_key, end }: Wanted) => ({
  ...(sub_type_id !== undefined && { marketId: sub_type_id }),
  ...(line !== undefined && { line }),
  ...(odd_key !== undefined && { oddKey: odd_key }),
  ...(end && { end }),
})

/** Who previews what: the input without the command's id and the reason. */
const keyOf = (operator: string, input: object): string =>
  JSON.stringify([operator, ...Object.entries(input).filter(([name]) => name !== 'id' && name !== 'reason')])
