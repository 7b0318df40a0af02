import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { OptInReason, promotions as calls } from '@nare/contract/promotions'
import type { Answer, Failure } from '@nare/contract/route'
import type { Country } from '#country/country'
import type { Bonus } from '#modules/bonus/bonus'
import type { Identity } from '#modules/identity/identity'
import type { Ledger } from '#modules/ledger/ledger'
import { excludedNow, lockedNow, promotable, refusalOf, unpromotable } from '#modules/protection/protection'
import { openSemaphore } from '#platform/concurrency'
import { transact, type Tx } from '#platform/db'
import type { Session } from '#platform/session'
import { openAttribution } from './attribution.ts'
import { openProposals } from './proposals.ts'
import { joinedText, reasonText, type Lang } from './texts.ts'
import * as places from './place-store.ts'
import { costOf, mostOf } from './rules.ts'
import { openRunning, type RunningDeps } from './running.ts'
import * as store from './store.ts'
import { pageOf, rowOf, type Images } from './views.ts'

export { attributionColumns } from './attribution.ts'
export type { Proposal } from './proposals.ts'
export { promotionsOfBettor } from './own-rows.ts'

export type PromotionsDeps = RunningDeps & {
  readonly country: Country
  readonly identity: Pick<Identity, 'signedUpAt' | 'accountSources'>
  readonly ledger: Pick<Ledger, 'lockCash' | 'follow' | 'house'>
  readonly images: Images
  readonly bonus: Pick<Bonus, 'costs'>
  /** What 100 points are worth when redeemed, in cents. */
  readonly pointValue: () => bigint
}

type OptIn = typeof calls.optIn
type Joined = { readonly promotion: store.Promotion; readonly until: Date }

/** Ended promotions stay in the list for this number of days. */
const overDays = 14
const shownMax = 50
/** One join commits while the next one prepares. More parallel joins would only wait for the cost row, on connections that stakes need. */
const joinsAtOnce = 2
const joiningMax = 500

export type Promotions = ReturnType<typeof openPromotions>

/** Opens promotions: the offer, joining, and rewards. */
export function openPromotions(deps: PromotionsDeps) {
  const { db, moneyDb, country, identity, ledger, images } = deps
  const running = openRunning(deps)
  const inJoinTurn = openSemaphore(joinsAtOnce)
  let joining = 0

  /** Running and recently ended promotions; none for a bettor who must not receive promotions. */
  async function list(lang: Lang, bettor?: bigint): Promise<Answer<typeof calls.promotions>> {
    if (bettor !== undefined && !(await promotable(db, [bettor])).has(bettor)) return { data: [] }
    const shown = await store.shownPromotions(db, { overDays, most: shownMax })
    const mine = await placesIn(bettor, shown)
    const isNew = await newTo(bettor, shown)
    return {
      data: shown
        .filter((one) => mine.has(one.id) || isNew(one))
        .map((one) => rowOf(one, { lang, place: mine.get(one.id), images })),
    }
  }

  /** One promotion. A bettor who must not receive promotions sees it only after joining it. */
  async function promotion(
    id: bigint,
    lang: Lang,
    bettor?: bigint,
  ): Promise<Outcome<Answer<typeof calls.promotion>, 'not_found'>> {
    const one = await store.promotionOf(db, id)
    if (!one || !isPublic(one)) return refused('not_found')
    const place = (await placesIn(bettor, [one])).get(id)
    if (bettor !== undefined && !place && !(await promotable(db, [bettor])).has(bettor)) return refused('not_found')
    return done({ data: pageOf(one, { lang, place, images, country }) })
  }

  /** The bettor's joined points promotion that ends first; 'none' if the bettor must not receive promotions. */
  async function ofPoints(
    bettor: bigint,
    lang: Lang,
  ): Promise<{ title: string; image: string; endsAt: Date } | 'none' | undefined> {
    if (!(await promotable(db, [bettor])).has(bettor)) return 'none'
    const { data } = await list(lang, bettor)
    const one = data.find(({ kind, state }) => kind === 'points' && state === 'joined')
    return one && { title: one.title, image: one.image, endsAt: new Date(one.ends_at) }
  }

  async function placesIn(bettor: bigint | undefined, shown: readonly store.Promotion[]) {
    if (bettor === undefined) return new Map<bigint, places.Place>()
    return places.placesOf(db, { bettor, promotions: shown.map(({ id }) => id) })
  }

  /** Returns whether the bettor's account is new enough for a promotion; always true for a guest. */
  async function newTo(bettor: bigint | undefined, shown: readonly store.Promotion[]) {
    const since =
      bettor !== undefined && shown.some(({ newOnly }) => newOnly) ? await identity.signedUpAt(db, bettor) : undefined
    return ({ newOnly, startsAt }: store.Promotion) => !newOnly || since === undefined || since >= startsAt
  }

  /**
   * Joins a bettor, under the lock of the bettor's cash (like stakes, breaks and limits) and then of the promotion's cost row. The maximum
   * reward of the place is reserved when the bettor joins, so a promotion never accepts more bettors than its cap pays for. Joins wait for
   * each other's commits on that row, so only a few at a time use a connection of the money pool. The others wait without one, and are
   * refused as `overloaded` if too many wait.
   */
  async function optIn(session: Session, request: Request): Promise<Outcome<Answer<OptIn>, Failure<OptIn>>> {
    if (joining >= joiningMax) return refused('overloaded', { retry_after_s: 2 })
    joining++
    try {
      return await inJoinTurn(() => joinAndGive(session, request))
    } finally {
      joining--
    }
  }

  async function joinAndGive(
    session: Session,
    { promotion: id, command, lang }: Request,
  ): Promise<Outcome<Answer<OptIn>, Failure<OptIn>>> {
    const { bettor } = session
    const joined = await transact(moneyDb, (tx) => join(tx, session, { promotion: id, command, lang }))
    if (!joined.ok) return joined
    const { promotion: one, until } = joined.value
    if (one.trigger === 'opt_in') await running.giveTo({ promotion: id, bettor })
    return done({ message: joinedText(one, until, { lang, country }) })
  }

  async function join(
    tx: Tx,
    { bettor, verified }: Session,
    request: Request,
  ): Promise<Outcome<Joined, Failure<OptIn>>> {
    await ledger.lockCash(tx, [bettor])
    const earlier = await places.joinedBy(tx, { bettor, id: request.command })
    if (earlier !== undefined && earlier !== request.promotion) return refused('id_reused')
    const one = await store.promotionOf(tx, request.promotion)
    if (!one || !isPublic(one)) return refused('not_found')
    const place = (await places.placesOf(tx, { bettor, promotions: [one.id] })).get(one.id)
    if (place) return done({ promotion: one, until: place.until })
    if (!verified) return refused('not_verified')
    const kept = await keptFrom(tx, bettor, request.lang)
    if (kept) return kept
    if (isOver(one)) return notAvailable('over', request.lang)
    if (one.newOnly && (await identity.signedUpAt(tx, bettor)) < one.startsAt)
      return notAvailable('not_for_you', request.lang)
    const cost = costOf(one, mostOf(one))
    if (!(await places.reservePlace(tx, { promotion: one.id, cost }))) {
      const now = await store.promotionOf(tx, one.id)
      return notAvailable(!now || isOver(now) ? 'over' : 'full', request.lang)
    }
    const until = await places.insertPlace(tx, {
      promotion: one.id,
      bettor,
      id: request.command,
      days: one.claimDays,
      endsAt: one.endsAt,
      cost,
    })
    if (one.trigger === 'opt_in') {
      const reward = { promotion: one.id, bettor, cause: 'opt-in', amount: mostOf(one), cost, givenFor: null }
      const used = { promotion: one.id, bettor, state: 'used', reserved: 0n, earned: reward.amount } as const
      await places.writeEarned(tx, { changes: [used], rewards: [reward], freed: new Map() })
    }
    return done({ promotion: one, until })
  }

  /** The refusal of a bettor who must not receive promotions. It never mentions a sign of harm. */
  async function keptFrom(tx: Tx, bettor: bigint, lang: Lang) {
    if ((await lockedNow(tx, [bettor])).has(bettor)) return refused('account_locked')
    const why = (await unpromotable(tx, [bettor])).get(bettor)
    if (why === undefined) return undefined
    const until = (await excludedNow(tx, [bettor])).get(bettor)
    if (until) return refusalOf({ code: 'self_excluded', until })
    if (why === 'limited') return refused('limit_reached', {}, reasonText('limited', lang))
    return notAvailable('not_for_you', lang)
  }

  return {
    ...{ list, promotion, ofPoints, optIn, run: running.run },
    operator: { ...openProposals(deps), attribution: openAttribution(deps) },
  }
}

type Request = { readonly promotion: bigint; readonly command: string; readonly lang: Lang }

const isPublic = ({ approvedBy, startsAt, now }: store.Promotion): boolean => approvedBy !== null && startsAt <= now
const isOver = ({ endsAt, stoppedAt, now }: store.Promotion): boolean => endsAt <= now || stoppedAt !== null

const notAvailable = (reason: OptInReason, lang: Lang) => refused('not_available', { reason }, reasonText(reason, lang))
