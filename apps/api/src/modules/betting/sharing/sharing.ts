import { createHash } from 'node:crypto'
import { combinationId, combinationParts } from '@nare/bets/markets/combination'
import { display, market, marketTitle } from '@nare/bets/markets/markets'
import type { betting } from '@nare/contract/betting'
import type { consoleCodes } from '@nare/contract/operator-codes'
import { done, refused, type Outcome } from '@nare/contract/outcome'
import type { Answer, Failure, Received } from '@nare/contract/route'
import { formatPrice, parsePrice, type Price } from '@nare/money/money'
import type { Catalog } from '#modules/catalog/catalog'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { invariant } from '#platform/invariant'
import { metaOf } from '#platform/paging'
import { random } from '#platform/random'
import { codesOf, insertShare, sharedPicks } from './store.ts'
import { currentLegs } from '../placing/quotes.ts'
import { checkedPick, parsePick } from '../placing/slip.ts'

export { sharedPicks } from './store.ts'

type Share = typeof betting.share

const attemptsMax = 5
const codeLength = 6
/** Letters and digits that are not confused when a code is read aloud: no O and 0, no I, L and 1. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Booking codes: a slip stored under six characters, for a friend to load or a shop to place. */
export function openSharing(deps: { db: Db; catalog: Catalog; clock: Clock }) {
  const { db, catalog, clock } = deps
  return {
    /** Stores a slip with the current prices; a sent price is used only where no price is offered. */
    async share(input: Received<Share>): Promise<Outcome<Answer<Share>, Failure<Share>>> {
      const { legs } = await currentLegs(deps, input.slip.map(parsePick))
      if (legs.some((leg) => leg.matchState === 'cancelled')) {
        return refused('not_available', undefined, 'A pick of this slip is not on offer any more')
      }
      const prices = legs.map(({ present, expected }) => formatPrice(present ?? expected))
      const picks = JSON.stringify(input.slip.map((pick, index) => ({ ...pick, odd_value: prices[index] })))
      const hash = createHash('sha256').update(picks).digest('hex')
      for (let n = 0; n < attemptsMax; n++) {
        const code = Array.from({ length: codeLength }, () => letters[random.below(letters.length)]).join('')
        const stored = await insertShare(db, { code, hash, picks })
        if (stored) return done({ code: stored })
      }
      return refused('not_available')
    },

    /** The picks of a code in capitals, each with its price when it was shared and its current price. */
    async shared(code: string): Promise<Outcome<Answer<typeof betting.shared>, 'not_found'>> {
      const picks = await sharedPicks(db, code)
      if (!picks) return refused('not_found')
      const parsed = picks.map((pick) => parsePick({ ...pick, odd_value: storedPrice(pick.odd_value) }))
      const { legs } = await currentLegs(deps, parsed)
      const matchIds = parsed.map((pick) => pick.matchId)
      const matches = await catalog.matchViews(db, matchIds)
      const nowMs = clock.now()
      const data = legs.flatMap((leg, index) => {
        const match = matches.get(Number(leg.matchId))
        if (!match) return []
        const { marketId, oddKey } = leg
        const title = market(marketId) ? marketTitle(marketId, parsed[index]?.line ?? '') : marketId
        const old = formatPrice(leg.expected)
        return [
          {
            ...checkedPick(leg, nowMs),
            ...{ old_odd_value: old, market: title, display: display(marketId, oddKey) },
            ...(marketId === combinationId && { parts: partsOf(oddKey) }),
            match,
          },
        ]
      })
      return done({ data })
    },

    /** The booking codes as the house lists them. */
    async codes({
      code,
      ...page
    }: Received<typeof consoleCodes.codes>): Promise<Outcome<Answer<typeof consoleCodes.codes>, never>> {
      const read = await codesOf(db, code, page)
      const data = read.rows.map(({ madeAt, ...row }) => ({ ...row, made_at: madeAt.toISOString() }))
      return done({ data, meta: metaOf(page, read) })
    },
  }
}

type SharedPick = Answer<typeof betting.shared>['data'][number]

/** The parts of a combination that nobody has bet on yet. */
const partsOf = (oddKey: string): NonNullable<SharedPick['parts']> =>
  (combinationParts(oddKey) ?? []).map(({ market: { id, name }, outcome }) => ({
    ...{ sub_type_id: id, odd_key: outcome.key, market: name, display: outcome.display, state: 'open' },
  }))

function storedPrice(text: string): Price {
  const parsed = parsePrice(text)
  invariant(parsed !== undefined, 'a stored price cannot be parsed')
  return parsed
}
