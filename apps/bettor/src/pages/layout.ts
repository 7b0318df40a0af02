export type Layout = {
  /** The search box in the page; its icon and the `/` key work on every page with a header. */
  searchBox: boolean
  /** On a phone the icon alone: the first prices of the page are in the room of the box. */
  searchIcon: boolean
  bottomNav: boolean
  downloadPrompt: boolean
  header: boolean
  /** On a desktop: the account's tabs in place of the sections. */
  profileHeader: boolean
  /** On a phone, in place of the missing navigation: a bar with a back arrow, the page's title, home and the balance. */
  backNav: boolean
  /** The slip: `slipBar` on a phone, `slipColumn` on a wide screen. */
  slipBar: boolean
  slipColumn: boolean
  /** Whether the slip is the virtual league's: league picks and sports picks are never in one slip. */
  leagueSlip: boolean
  /** Whether the slip is the jackpot's, with the picks of one pool. */
  jackpotSlip: boolean
  /** The left column and the page foot; without them the page fills the window. */
  sides: boolean
}

const usual: Layout = {
  searchBox: true,
  searchIcon: false,
  bottomNav: true,
  downloadPrompt: false,
  header: true,
  profileHeader: false,
  backNav: false,
  slipBar: true,
  slipColumn: true,
  leagueSlip: false,
  jackpotSlip: false,
  sides: true,
}

const at = <const Path extends string>(paths: readonly Path[], changes: Partial<Layout> = {}) => ({
  paths,
  layout: { ...usual, ...changes },
})

/**
 * Differences from the usual layout. A page without the bottom navigation has the bar that leads back. `full`: a game or a provider
 * fills the window, below a bar of its own with a back arrow (page-bar.tsx). `form`: a phone shows no slip bar.
 */
const noBottomNav = { bottomNav: false, backNav: true }
const slip = { ...noBottomNav, slipBar: false, slipColumn: false }
const full = { ...slip, backNav: false, header: false, sides: false }
const league = { leagueSlip: true }
const form = { ...noBottomNav, slipBar: false }

/**
 * The pages of the app by their names in the specification: the addresses, and the layout as its differences from `usual`.
 * Specification section 2 defines most of them; where it has a gap, the purpose of the page decides.
 */
export const table = {
  home: at(['/'], { searchBox: false, downloadPrompt: true }),
  sports: at(['/sports'], full),
  competition: at(['/competition', '/competition/:competition_id']),
  match: at(['/match/:match_id'], { searchIcon: true }),
  b: at(['/b/:code']),
  'betslip-slip': at(['/betslip-slip'], slip),
  'betslip-nare': at(['/betslip-nare'], slip),
  'betslip-jackpot': at(['/betslip-jackpot'], slip),
  jackpot: at(['/jackpot'], { ...noBottomNav, jackpotSlip: true }),
  virtuals: at(['/virtuals'], league),
  'nare-league': at(['/nare-league'], { ...league, searchBox: false }),
  playouts: at(['/playouts'], { ...league, slipColumn: false }),
  standing: at(['/standing'], league),
  results: at(['/results'], league),
  casino: at(['/casino'], { ...noBottomNav, searchBox: false }),
  gameplay: at(['/gameplay/:game_id?'], full),
  'smart-soft': at(['/smart-soft']),
  'smart-play': at(['/smart-play/:game_id?'], full),
  'nare-games': at(['/nare-games', '/nare-games/crash', '/nare-games/:game'], full),
  'my-bets': at(['/my-bets'], noBottomNav),
  'bet-history': at(['/bet-history']),
  bethistory: at(['/bethistory'], league),
  promotions: at(['/promotions'], { ...noBottomNav, downloadPrompt: true }),
  promo: at(['/promo/:id?']),
  points: at(['/points'], form),
  'leader-board': at(['/leader-board'], noBottomNav),
  fpl: at(['/fpl']),
  login: at(['/login'], form),
  signup: at(['/signup'], form),
  verify: at(['/verify'], form),
  'reset-password': at(['/reset-password'], form),
  deposit: at(['/deposit'], form),
  withdraw: at(['/withdraw'], form),
  profile: at(['/profile'], { ...noBottomNav, downloadPrompt: true, profileHeader: true }),
  'how-to-play': at(['/how-to-play'], { searchBox: false, downloadPrompt: true }),
  'privacy-policy': at(['/privacy-policy'], noBottomNav),
  'cookie-policy': at(['/cookie-policy'], noBottomNav),
  'dispute-resolution': at(['/dispute-resolution'], noBottomNav),
  'anti-money-laundering': at(['/anti-money-laundering'], noBottomNav),
  'terms-and-conditions': at(['/terms-and-conditions'], { ...noBottomNav, searchBox: false }),
  'responsible-gambling': at(['/responsible-gambling'], noBottomNav),
  print: at(['/print/:list?'], noBottomNav),
  redirect: at(['/redirect'], noBottomNav),
} as const

export type Page = keyof typeof table
/** An address as the routes define it, with its parameters. */
export type Path = (typeof table)[Page]['paths'][number]

export const pages = Object.keys(table) as readonly Page[]

const known: Readonly<Record<string, { layout: Layout } | undefined>> = table

/** The layout of a page. Unknown pages and the results of a sport use the usual layout. */
export function layoutOf(page: string, search = ''): Layout {
  if (page === 'results' && /\bsport=/.test(search)) return usual
  return (Object.hasOwn(known, page) ? known[page]?.layout : undefined) ?? usual
}

/** The page of an address: its first segment, or home. */
export function pageOf(pathname: string): string {
  return pathname.split('/')[1] || 'home'
}
