import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { operatorPromotions as calls } from '@nare/contract/operator-promotions'
import { neededNumbers, promotionNumbers, promotionShapes } from '@nare/contract/promotion-shapes'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatMoney, money } from '@nare/money/money'
import { bonusCostView, type Bonus, type BonusCosts } from '#modules/bonus/bonus'
import { transact, type Db, type Tx } from '#platform/db'
import type { Page, Paged } from '#platform/paging'
import { costOf, mostOf, type Rule } from './rules.ts'
import * as store from './store.ts'
import { factsOf } from './views.ts'

export type Proposal = Omit<Received<typeof calls.createPromotion>, 'reason' | 'id'>
type View = Answer<typeof calls.promotionCost>['data']
type State = store.PromotionState
/** Whether two operators count as one person. */
type SamePerson = (tx: Tx, one: string, other: string) => Promise<boolean>
type Deps = {
  readonly db: Db
  /** What 100 points are worth when redeemed, in cents. */
  readonly pointValue: () => bigint
  readonly bonus: Pick<Bonus, 'costs'>
}

const lastsMaxMs = 366 * 86_400_000
const claimDays = 7
/** Legs below this price are nearly certain: they would make a multi of one uncertain leg. */
const insuredLegLeast = 1_200n

/** The operators' commands and views of promotions: propose, approve another operator's proposal, stop, and list with costs. */
export function openProposals({ db, pointValue, bonus }: Deps) {
  /** Inserts a proposal. With a `key`, returns undefined if a proposal with that key exists. */
  function write(tx: Tx, given: Proposal, by: { operator: string; key: string | null }): Promise<bigint | undefined> {
    const rule = ruleOf(given, pointValue())
    const none = { en: '', sw: '' }
    return store.insertPromotion(tx, {
      ...rule,
      ...{ title: given.title, summary: given.summary, terms: given.terms ?? none, image: given.image ?? null },
      ...{ startsAt: new Date(given.starts_at), endsAt: new Date(given.ends_at), proposedBy: by.operator },
      ...{ cap: given.cost_cap, key: by.key },
    })
  }

  /** Promotions with their bettors and what their bonus money costs. */
  async function viewsOf(rows: readonly store.Promotion[]): Promise<View[]> {
    const ids = rows.map(({ id }) => id)
    const [counts, costs] = await Promise.all([store.placeCounts(db, ids), bonus.costs('promotion', ids.map(String))])
    return rows.map((one) => viewOf(one, { counts: counts.get(one.id), costs }))
  }

  async function view(id: bigint): Promise<View | undefined> {
    const one = await store.promotionOf(db, id)
    return one && (await viewsOf([one]))[0]
  }

  return {
    async propose(
      tx: Tx,
      given: Proposal,
      operator: string,
    ): Promise<Outcome<bigint, Failure<typeof calls.createPromotion>>> {
      const faults = faultsOf(given, { pointValue: pointValue(), now: new Date(await store.nowMs(tx)) })
      if (Object.keys(faults).length > 0) return refused('invalid_input', { fields: faults })
      const id = await write(tx, given, { operator, key: null })
      if (id === undefined) throw new Error('the insert of a promotion returned no id')
      return done(id)
    },

    /** Approves a proposal. Refused for the operator who made it, and if it is no longer open for approval. */
    async approve(
      id: bigint,
      { operator, samePerson }: { operator: string; samePerson: SamePerson },
    ): Promise<Outcome<State, Failure<typeof calls.approvePromotion>>> {
      let isOwn = false
      const approved = await transact(db, async (tx) => {
        const author = await store.lockAuthor(tx, id)
        isOwn = author !== undefined && (await samePerson(tx, author, operator))
        return !isOwn && store.approve(tx, { id, operator })
      })
      const one = await store.promotionOf(db, id)
      if (!one) return refused('not_found')
      if (approved || (one.approvedBy === operator && !one.stoppedBy)) return done(one.state)
      return refused(one.approvedBy === null && isOwn ? 'not_allowed' : 'not_available')
    },

    /** Stops a promotion immediately for bettors who have not joined. Repeating it changes nothing. */
    async stop(id: bigint, operator: string): Promise<Outcome<State, 'not_found'>> {
      await transact(db, (tx) => store.stop(tx, { id, operator }))
      const one = await store.promotionOf(db, id)
      return one ? done(one.state) : refused('not_found')
    },

    view,

    /** How many proposals wait for another operator, and since when. */
    waiting: () => store.waitingProposals(db),

    /** A page of all promotions, or of those in a state, newest first. */
    async list(page: Page & { readonly state?: State | undefined }): Promise<Paged<View>> {
      const { rows, ...paged } = await store.promotionsPage(db, page)
      return { rows: await viewsOf(rows), ...paged }
    },

    /** Creates an approved promotion once for each key, for the sandbox. */
    async seed(key: string, given: Proposal, by: { proposed: string; approved: string }): Promise<void> {
      const id = await transact(db, (tx) => write(tx, given, { operator: by.proposed, key }))
      if (id !== undefined) await transact(db, (tx) => store.approve(tx, { id, operator: by.approved, over: true }))
    },
  }
}

function ruleOf(given: Proposal, pointValue: bigint): Rule {
  const { triggers } = promotionShapes[given.kind]
  const trigger = given.trigger ?? triggers[0] ?? 'opt_in'
  return {
    ...{ kind: given.kind, trigger, pointValue, percent: given.percent ?? null, most: given.most ?? null },
    points: given.points === undefined ? null : BigInt(given.points),
    ...{ minDeposit: given.min_deposit ?? null, minStake: given.min_stake ?? null, minOdds: given.min_odds ?? null },
    ...{ perBet: given.per_bet ?? null, minLegs: given.min_legs ?? null, minLeg: given.min_leg ?? null },
    ...{ wager: given.wager ?? null, days: given.days ?? null, claimDays: given.claim_days ?? claimDays },
    ...{ products: given.products ?? ['sports'], newOnly: given.new_only ?? false },
  }
}

/** The errors of a proposal, by field. */
export function faultsOf(
  given: Proposal,
  { pointValue, now }: { pointValue: bigint; now: Date },
): Record<string, string> {
  const { triggers, may } = promotionShapes[given.kind]
  const rule = ruleOf(given, pointValue)
  const { trigger } = rule
  const wanted = neededNumbers(given.kind, trigger)
  const [starts, ends] = [Date.parse(given.starts_at), Date.parse(given.ends_at)]
  return {
    ...(!triggers.includes(trigger) && { trigger: `One of ${triggers.join(', ')} for this kind` }),
    ...Object.fromEntries(
      promotionNumbers.flatMap((name) => {
        if (wanted.includes(name)) return given[name] === undefined ? [[name, 'Needed for this kind']] : []
        return given[name] === undefined || may.includes(name) ? [] : [[name, 'This kind has no such number']]
      }),
    ),
    ...(rule.kind === 'points' && rule.percent !== null && trigger !== 'bet' && { percent: 'Only for points by bets' }),
    ...(!(ends > starts && ends > now.getTime()) && { ends_at: 'After the start and after now' }),
    ...(ends - starts > lastsMaxMs && { ends_at: 'At most a year after the start' }),
    ...(given.cost_cap < costOf(rule, mostOf(rule)) && { cost_cap: 'At least what one bettor may get' }),
    ...insuranceFaults(rule),
    ...zeroFaults(given),
  }
}

const insuranceFaults = ({ kind, products, perBet, most, minLeg }: Rule): Record<string, string> =>
  kind !== 'insurance'
    ? {}
    : {
        ...(products.join(',') !== 'sports' && { products: 'Only bets on sports can be insured' }),
        ...(perBet !== null && most !== null && perBet > most && { per_bet: 'At most what one bettor may get' }),
        ...(minLeg !== null && minLeg < insuredLegLeast && { min_leg: 'At least 1.20' }),
      }

const zeroFaults = (given: Proposal): Record<string, string> =>
  Object.fromEntries(
    (['most', 'per_bet', 'min_deposit', 'min_stake', 'cost_cap'] as const).flatMap((name) =>
      given[name] !== undefined && given[name] <= 0n ? [[name, 'More than 0.00']] : [],
    ),
  )

type Counted = { readonly counts: store.PlaceCounts | undefined; readonly costs: BonusCosts }

function viewOf(one: store.Promotion, { counts, costs }: Counted): View {
  const text = (cents: bigint) => formatMoney(money(cents))
  const { cap, given, reserved } = one
  return {
    promotion_id: one.id.toString(),
    ...{ kind: one.kind, title: one.title, summary: one.summary, terms: one.terms, image: one.image },
    ...{ state: one.state, facts: factsOf(one) },
    starts_at: one.startsAt.toISOString(),
    ends_at: one.endsAt.toISOString(),
    proposed_by: one.proposedBy,
    approved_by: one.approvedBy,
    stopped_by: one.stoppedBy,
    created_at: one.createdAt.toISOString(),
    cost: { cap: text(cap), given: text(given), reserved: text(reserved), left: text(cap - given - reserved) },
    bonus: one.kind === 'points' ? null : bonusCostView(costs.of(one.id.toString()), costs),
    bettors: { joined: counts?.joined ?? 0, rewarded: counts?.rewarded ?? 0, lapsed: counts?.lapsed ?? 0 },
  }
}
