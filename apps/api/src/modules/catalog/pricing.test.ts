import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectionShare } from '@nare/odds/selection-share'
import { inPlayLines, modelInPlay } from './pricing.ts'

const moments = fc.record({
  lh: fc.double({ min: 0.3, max: 3, noNaN: true }),
  la: fc.double({ min: 0.3, max: 3, noNaN: true }),
  minute: fc.integer({ min: 0, max: 360 }).map((quarters) => quarters / 4),
  home: fc.integer({ min: 0, max: 5 }),
  away: fc.integer({ min: 0, max: 5 }),
})

test('no outcome is offered in play above its fair price, at any state of the match', () => {
  fc.assert(
    fc.property(moments, ({ lh, la, minute, home, away }) => {
      const moment = { minute, score: { home, away }, ...(minute > 45 && { halfTime: { home: 0, away: 0 } }) }
      const model = modelInPlay({ lh, la }, moment)
      for (const { marketId, keys, prices } of inPlayLines({ lh, la }, moment)) {
        for (const [at, oddKey] of keys.entries()) {
          const share = selectionShare(model, { marketId, oddKey, scoreAtBet: moment.score })
          const worth = share ? (share.win * Number(prices[at] ?? 0)) / 1000 + share.refund : 0
          expect(worth, `${marketId} ${oddKey} at ${minute}`).toBeLessThan(1)
        }
      }
    }),
    { numRuns: 150 },
  )
})
