import type { BackTo } from './kept-slip.tsx'

/** The path of a game page without its first slash. A deposit returns to a slip or to such a page. */
type GamePage = `nare-games/${string}`

/** The slip or game page to return to, from the query; an amount without `back` belongs to the sports slip. */
export function backOf(query: URLSearchParams): BackTo | GamePage | undefined {
  const back = query.get('back')
  if (back === 'slip' || back === 'league' || back === 'jackpot') return back
  if (isGamePage(back)) return back
  return query.has('amount') ? 'slip' : undefined
}

export const isSlip = (back: BackTo | GamePage | undefined): back is BackTo =>
  back === 'slip' || back === 'league' || back === 'jackpot'

const isGamePage = (back: string | null): back is GamePage => /^nare-games\/[a-z-]{1,20}$/.test(back ?? '')
