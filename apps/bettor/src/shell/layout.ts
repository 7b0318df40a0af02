/** Every page of the app, by the name that the specification gives it. */
export const pages = [
  ...[
    'home',
    'sports',
    'competition',
    'match',
    'betslip-slip',
    'betslip-nare',
    'betslip-jackpot',
    'jackpot',
    'virtuals',
  ],
  ...['nare-league', 'playouts', 'standing', 'results', 'casino', 'gameplay', 'smart-soft', 'smart-play', 'nare-games'],
  ...[
    'my-bets',
    'bet-history',
    'bethistory',
    'promotions',
    'promo',
    'points',
    'leader-board',
    'fpl',
    'login',
    'signup',
  ],
  ...['verify', 'reset-password', 'deposit', 'withdraw', 'profile', 'how-to-play', 'privacy-policy', 'cookie-policy'],
  ...['dispute-resolution', 'anti-money-laundering', 'terms-and-conditions', 'responsible-gambling', 'redirect', 'b'],
] as const

export type Page = (typeof pages)[number]

export type Layout = {
  /** The box stands in the page; its icon and the `/` key work everywhere the header does. */
  searchBox: boolean
  bottomNav: boolean
  downloadPrompt: boolean
  header: boolean
  /** The account's tabs in place of the sports, on a desktop. */
  profileHeader: boolean
  /** On a phone: a back arrow and the page's title in place of the usual bar. */
  backNav: boolean
}

const legal = [
  ...['privacy-policy', 'cookie-policy', 'dispute-resolution', 'anti-money-laundering'],
  ...['terms-and-conditions', 'responsible-gambling'],
]
const changed = ['verify', 'signup', 'login', 'deposit', 'withdraw', 'points', 'reset-password']

const noSearchBox = new Set(['home', 'casino', 'nare-league', 'how-to-play', 'terms-and-conditions'])
const noHeader = new Set(['gameplay', 'smart-play', 'nare-games', 'sports'])
const downloads = new Set(['home', 'profile', 'promotions', 'how-to-play'])
const backNav = new Set(changed)
const noBottomNav = new Set([
  ...['betslip-slip', 'betslip-nare', 'betslip-jackpot', 'signup', 'leader-board', 'my-bets', 'promotions', 'casino'],
  ...['gameplay', 'sports', 'profile', 'jackpot', 'login', 'verify', 'reset-password', 'deposit', 'withdraw', 'points'],
  ...['nare-games', 'smart-play', 'redirect'],
  ...legal,
])

/** The frame around a page: which of its parts are shown there. */
export function layoutOf(page: string): Layout {
  return {
    searchBox: !noSearchBox.has(page),
    bottomNav: !noBottomNav.has(page),
    downloadPrompt: downloads.has(page),
    header: !noHeader.has(page),
    profileHeader: page === 'profile',
    backNav: backNav.has(page),
  }
}

/** The page that an address shows: its first part, or home. */
export function pageOf(pathname: string): string {
  return pathname.split('/')[1] || 'home'
}
