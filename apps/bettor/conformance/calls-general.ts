import { fetchCarousel, fetchCasinoCarousel } from '../src/state/calls-banners.ts'
import { launchSports } from '../src/state/calls-launch.ts'
import { confirmDeposit, deposit, withdraw } from '../src/state/calls-payments.ts'
import { printJackpot, printMatches } from '../src/state/calls-print.ts'
import { selfExclude } from '../src/state/calls-protection.ts'
import { fetchLeaderBoard, fetchLeaderBoardX, redeemPoints } from '../src/state/calls-rewards.ts'
import { fetchSettings } from '../src/state/data.ts'
import { dataError, type Row } from './row.ts'
import { boardRow, id, images, settings } from './samples.ts'

const says = (words: string): Row['error'] => ({ of: dataError, says: words })
const board = [boardRow]
const deposited = { message: 'Sent', deposit_id: '5', status: 'pending', tax: '5.00', net: '95.00' }
const confirmed = { success: true, status: 'succeeded', message: 'Done', balance: '95.00' }
const withdrawn = {
  ...{ message: 'On its way', withdrawal_id: '7', status: 'requested', tax: '5.00', net: '95.00' },
  ...{ debited: '100.00', balance: '0.00' },
}

export const general: readonly Row[] = [
  {
    call: 'POST /v1/bet/settings',
    send: ({ store }) => store.dispatch(fetchSettings({})),
    payload: {},
    answer: { status_code: 200, message: settings },
    reads: ({ data }) => data.app_config,
    holds: settings,
    error: says('Fetching App Configs failed'),
  },
  {
    call: 'POST /v1/igpixel/launch',
    send: ({ store }) => store.dispatch(launchSports({ game: 'sports' })),
    payload: { game: 'sports' },
    answer: { url: 'https://sports.example/1' },
    reads: ({ data }) => data.sports_data,
    holds: 'https://sports.example/1',
    error: says('Fetching App Configs failed'),
  },
  {
    call: 'GET /v1/print/matches',
    send: ({ store }) => store.dispatch(printMatches({ method: 'GET', endpoint: '/v1/print/matches' })),
    answer: { data: [{ match_id: '1' }], meta: { name: 'Highlights' } },
    reads: ({ data }) => [data.printed_data, data.loaded, data.print_title],
    holds: [[{ match_id: '1' }], true, 'highlights'],
    error: says('Print matches Failed'),
  },
  {
    call: 'POST /v1/print/jackpot',
    send: ({ store }) =>
      store.dispatch(printJackpot({ method: 'POST', endpoint: '/v1/print/jackpot', data: { n: 1 } })),
    payload: { n: 1 },
    answer: { data: [{ match_id: '1' }], meta: { name: 'Grand jackpot' } },
    reads: ({ data }) => [data.printed_data, data.print_title],
    holds: [[{ match_id: '1' }], 'Grand jackpot'],
    error: says('Print matches Failed'),
  },
  {
    call: 'POST /v1/leaderboard',
    send: ({ store }) => store.dispatch(fetchLeaderBoard({})),
    payload: {},
    answer: { data: board },
    reads: ({ data }) => data.leader_board,
    holds: board,
    error: says('Fetching Leader Board failed'),
  },
  {
    call: 'POST /v1//jetxleaderboard',
    send: ({ store }) => store.dispatch(fetchLeaderBoardX({})),
    payload: {},
    answer: { data: board },
    reads: ({ data }) => data.leader_boardx,
    holds: board,
    error: says('Fetching Leader Board Jetx failed'),
  },
  {
    call: 'GET /v1/carousel-images',
    send: ({ store }) => store.dispatch(fetchCarousel({})),
    answer: { status: 200, images },
    reads: ({ data }) => data.carousel_banners,
    holds: images,
    error: says('Fetching Carousel images failed'),
  },
  {
    call: 'GET /v1/casino-carousel-images',
    send: ({ store }) => store.dispatch(fetchCasinoCarousel({})),
    answer: { status: 200, images },
    reads: ({ data }) => data.casino_carousel_banners,
    holds: images,
    error: says('Fetching CAsino Carousel images failed'),
  },
  {
    call: 'POST /redeem-points',
    send: ({ store }) => store.dispatch(redeemPoints({ id, points: 50 })),
    payload: { id, points: 50 },
    answer: { message: 'Redeemed', points: 40, balance: '5.00', bonus: '0.50' },
    reads: ({ data }) => data.points_message,
    holds: 'Redeemed',
    error: says('Redeem Points failed'),
  },
  {
    call: 'POST /withdraw',
    send: ({ store }) => store.dispatch(withdraw({ id, amount: '100' })),
    payload: { id, amount: '100' },
    use_jwt: true,
    answer: withdrawn,
    reads: ({ data }) => data.withdrawal_message,
    holds: withdrawn,
    error: says('Withdrawal Request failed'),
  },
  {
    call: 'POST /stk/deposit',
    send: ({ store }) => store.dispatch(deposit({ id, amount: '100' })),
    payload: { id, amount: '100' },
    answer: deposited,
    reads: ({ data }) => data.deposits_message,
    holds: deposited,
    error: says('Fetching Deposit failed'),
  },
  {
    call: 'POST /v1/self-exclude',
    send: ({ store }) => store.dispatch(selfExclude({ period: '24h' })),
    payload: { period: '24h' },
    answer: { success: 'Your break has begun', time_duration: '24 hours', until: '2026-11-21T06:00:00Z' },
    reads: ({ data }) => [data.self_exclusion_message, data.self_exclusion_time],
    holds: ['Your break has begun', '24 hours'],
    error: says('SelfExclusion failed'),
  },
  {
    call: 'POST /v1/deposit-confirmation',
    send: ({ store }) => store.dispatch(confirmDeposit({ deposit_id: '5' })),
    payload: { deposit_id: '5' },
    answer: confirmed,
    reads: ({ data }) => data.deposits_confirm_message?.success,
    holds: true,
    error: says('Fetching Deposit failed'),
  },
]
