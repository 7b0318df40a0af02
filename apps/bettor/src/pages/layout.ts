export type Layout = {
  /** The search box in the page; its icon and the `/` key work on every page with a header. */
  searchBox: boolean
  bottomNav: boolean
  downloadPrompt: boolean
  header: boolean
  /** The account's tabs in place of the sports, on a desktop. */
  profileHeader: boolean
  /** On a phone: a back arrow and the page's title in place of the usual bar. */
  backNav: boolean
  /** The slip beside the page: its bar on a phone, its column on a wide screen. */
  slipBar: boolean
  slipColumn: boolean
  /** Whether that slip is the virtual league's, which is never mixed with sports. */
  leagueSlip: boolean
  /** Whether it is the jackpot's, whose picks are results of one pool. */
  jackpotSlip: boolean
  /** The leagues beside the page and the links at its foot; without them the page has the whole window. */
  sides: boolean
}

const usual: Layout = {
  searchBox: true,
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

const at = <const Path extends string>(paths: readonly Path[], unlike: Partial<Layout> = {}) => ({
  paths,
  layout: { ...usual, ...unlike },
})

/**
 * Differences from the usual layout: `full` is for a game or a provider that fills the window, `form` has a back arrow on a
 * phone.
 */
const apart = { bottomNav: false }
const slip = { bottomNav: false, slipBar: false, slipColumn: false }
const full = { ...slip, header: false, sides: false }
const league = { leagueSlip: true }
const form = { bottomNav: false, backNav: true, slipBar: false }

/**
 * Every page of the app by the name that the specification gives it: its addresses, and how its frame is unlike the
 * usual one. Specification section 2; the gaps it leaves are filled by what a page is for.
 */
export const table = {
  home: at(['/'], { searchBox: false, downloadPrompt: true }),
  sports: at(['/sports'], full),
  competition: at(['/competition', '/competition/:competition_id']),
  match: at(['/match/:match_id']),
  b: at(['/b/:code']),
  'betslip-slip': at(['/betslip-slip'], slip),
  'betslip-nare': at(['/betslip-nare'], slip),
  'betslip-jackpot': at(['/betslip-jackpot'], slip),
  jackpot: at(['/jackpot'], { ...apart, jackpotSlip: true }),
  virtuals: at(['/virtuals'], league),
  'nare-league': at(['/nare-league'], { ...league, searchBox: false }),
  playouts: at(['/playouts'], league),
  standing: at(['/standing'], league),
  results: at(['/results'], league),
  casino: at(['/casino'], { ...apart, searchBox: false }),
  gameplay: at(['/gameplay/:game_id?'], full),
  'smart-soft': at(['/smart-soft']),
  'smart-play': at(['/smart-play/:game_id?'], full),
  'nare-games': at(['/nare-games', '/nare-games/crash', '/nare-games/:game'], full),
  'my-bets': at(['/my-bets'], apart),
  'bet-history': at(['/bet-history']),
  bethistory: at(['/bethistory'], league),
  promotions: at(['/promotions'], { ...apart, downloadPrompt: true }),
  promo: at(['/promo/:id?']),
  points: at(['/points'], form),
  'leader-board': at(['/leader-board'], apart),
  fpl: at(['/fpl']),
  login: at(['/login'], form),
  signup: at(['/signup'], form),
  verify: at(['/verify'], form),
  'reset-password': at(['/reset-password'], form),
  deposit: at(['/deposit'], form),
  withdraw: at(['/withdraw'], form),
  profile: at(['/profile'], { ...apart, downloadPrompt: true, profileHeader: true }),
  'how-to-play': at(['/how-to-play'], { searchBox: false, downloadPrompt: true }),
  'privacy-policy': at(['/privacy-policy'], apart),
  'cookie-policy': at(['/cookie-policy'], apart),
  'dispute-resolution': at(['/dispute-resolution'], apart),
  'anti-money-laundering': at(['/anti-money-laundering'], apart),
  'terms-and-conditions': at(['/terms-and-conditions'], { ...apart, searchBox: false }),
  'responsible-gambling': at(['/responsible-gambling'], apart),
  print: at(['/print/:list?'], apart),
  redirect: at(['/redirect'], apart),
} as const

export type Page = keyof typeof table
/** An address as the routes define it, with its parameters. */
export type Path = (typeof table)[Page]['paths'][number]

export const pages = Object.keys(table) as readonly Page[]

const known: Readonly<Record<string, { layout: Layout } | undefined>> = table

/** The frame around a page: which of its parts are shown there. Unknown pages use the default layout, and so do the results of a sport. */
export function layoutOf(page: string, search = ''): Layout {
  if (page === 'results' && /\bsport=/.test(search)) return usual
  return (Object.hasOwn(known, page) ? known[page]?.layout : undefined) ?? usual
}

/** The page that an address shows: its first part, or home. */
export function pageOf(pathname: string): string {
  return pathname.split('/')[1] || 'home'
}
