import type { operatorProducts as contract } from '@nare/contract/operator-trading'
import { done } from '@nare/contract/outcome'
import { products } from '@nare/contract/products'
import type { Handlers } from '#platform/calls'
import type { Protection } from './protection.ts'

/** The operators' calls that pause products. */
export function operatorProductRoutes(protection: Protection): Handlers<typeof contract> {
  return {
    async products() {
      const pauses = new Map((await protection.productPauses()).map((pause) => [pause.product, pause]))
      return done({
        data: products.map((product) => {
          const { paused = false, operator = null, changedAt } = pauses.get(product) ?? {}
          return { product, paused, operator, changed_at: changedAt?.toISOString() ?? null }
        }),
      })
    },
    async pauseProduct({ product, paused }, { operator }) {
      await protection.pauseProduct({ product, paused, operator })
      return done({ product, paused })
    },
  }
}
