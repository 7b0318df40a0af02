import { done, refused } from '@nare/contract/outcome'
import type { promotions as contract } from '@nare/contract/promotions'
import { firstLanguage } from '#country/writing'
import type { Handlers } from '#platform/calls'
import type { InTurn } from '#platform/money-command'
import type { Promotions } from './promotions.ts'

export function promotionRoutes(promotions: Promotions, inTurn: InTurn): Handlers<typeof contract> {
  return {
    promotions: async ({ lang }, { session }) => done(await promotions.list(lang ?? firstLanguage(), session?.bettor)),
    async promotion({ promotion_id, lang }, { session }) {
      const id = idOf(promotion_id)
      return id === undefined
        ? refused('not_found')
        : promotions.promotion(id, lang ?? firstLanguage(), session?.bettor)
    },
    optIn: inTurn('promotion', async ({ promotion_id, id: command, lang }, { session }) => {
      const promotion = idOf(promotion_id)
      if (promotion === undefined) return refused('not_found')
      return promotions.optIn(session, { promotion, command, lang: lang ?? firstLanguage() })
    }),
  }
}

/** The number of a promotion; undefined for a text that is none. */
const idOf = (text: string): bigint | undefined => (/^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : undefined)
