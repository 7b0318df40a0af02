import { route } from '@nare/contract/route'
import * as z from 'zod/mini'
import { command } from './area.ts'
import { auth } from './auth.ts'
import { data } from './data.ts'

const zBoard = z.looseObject({
  data: z.array(z.looseObject({ rank: z.number(), player: z.string(), points: z.union([z.number(), z.string()]) })),
})
const zPeriod = z.object({ period: z.optional(z.enum(['day', 'week', 'month'])) })

/** The bettor's side of the calls about points and boards. */
export const rewardsCalls = {
  leaderBoard: route({
    method: 'POST',
    path: '/v1/leaderboard',
    auth: 'optional',
    input: zPeriod,
    answer: zBoard,
    failures: [],
    fallback: 'Fetching Leader Board failed',
  }),
  leaderBoardX: route({
    method: 'POST',
    path: '/v1//jetxleaderboard',
    auth: 'optional',
    input: zPeriod,
    answer: zBoard,
    failures: [],
    fallback: 'Fetching Leader Board Jetx failed',
  }),
  redeem: route({
    method: 'POST',
    path: '/redeem-points',
    auth: 'bettor',
    input: z.object({ id: z.uuid(), points: z.number() }),
    answer: z.looseObject({ message: z.string() }),
    failures: [],
    fallback: 'Redeem Points failed',
  }),
  promoPoints: route({
    method: 'POST',
    path: '/v1/promopoints',
    auth: 'bettor',
    input: z.object({}),
    answer: z.looseObject({
      points: z.number(),
      promo_image: z.string(),
      title: z.string(),
      end_date: z.string(),
    }),
    failures: [],
    fallback: 'Fetching Promo Points failed',
  }),
} as const

export const fetchLeaderBoard = command('data/leaderBoard', rewardsCalls.leaderBoard)
export const fetchLeaderBoardX = command('data/leaderBoardX', rewardsCalls.leaderBoardX)
export const redeemPoints = command('data/redeemPoints', rewardsCalls.redeem)
export const fetchPromoPoints = command('auth/promoPoints', rewardsCalls.promoPoints)

const busy = { loading: 'loading', error: 'error' } as const
data.on(fetchLeaderBoard, { ...busy, done: ({ data: rows }) => ({ leader_board: rows }) })
data.on(fetchLeaderBoardX, { ...busy, done: ({ data: rows }) => ({ leader_boardx: rows }) })
data.on(redeemPoints, {
  ...busy,
  begun: () => ({ points_message: null }),
  done: ({ message }) => ({ points_message: message }),
})
auth.on(fetchPromoPoints, {
  ...busy,
  done: ({ points, promo_image, title, end_date }, { user }) =>
    user ? { user: { ...user, promo_points: { points, promo_image, title, end_date } } } : {},
})
