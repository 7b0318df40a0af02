import { rewards } from '@nare/contract/rewards'
import { command } from './area.ts'
import { auth } from './auth.ts'
import { data } from './data.ts'

export const fetchLeaderBoard = command('data/leaderBoard', rewards.leaderboard)
export const fetchLeaderBoardX = command('data/leaderBoardX', rewards.jetxLeaderboard)
export const redeemPoints = command('data/redeemPoints', rewards.redeem)
export const fetchPromoPoints = command('auth/promoPoints', rewards.promoPoints)

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
