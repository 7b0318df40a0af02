import { expect, test } from 'vitest'
import { randomBoard, randomFrom, sureReturnOf } from '#testing/random-boards'
import { withCombinations } from '#testing/random-combinations'

test(
  'no stakes on 10,000 random boards and combinations of their picks return more than one shilling for each shilling, whatever happens',
  { timeout: 7_200_000 },
  async () => {
    const random = randomFrom(7_919)
    for (let n = 0; n < 10_000; n++) {
      const board = withCombinations(randomBoard(random, n), random)
      const { value, stakes } = await sureReturnOf(board)
      expect(
        value,
        `${board.name} ${JSON.stringify(stakes.map(([{ marketId, key }, stake]) => [marketId, key, stake]))}`,
      ).toBeLessThanOrEqual(1 + 1e-8)
    }
  },
)
