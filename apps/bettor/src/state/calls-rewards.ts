import { boards } from '@nare/contract/boards'
import { points } from '@nare/contract/points'
import { command } from './area.ts'
import { auth } from './auth.ts'
import { data } from './data.ts'

export const fetchLeaderBoard = command('data/leaderBoard', boards.leaderboard)
export const fetchLeaderBoardX = command('data/leaderBoardX', boards.jetxLeaderboard)
export const redeemPoints = command('data/redeemPoints', points.redeem)
export const fetchPromoPoints = command('auth/promoPoints', points.promoPoints)

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
