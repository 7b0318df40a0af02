import type { BackTo } from './kept-slip.tsx'

/** A page of a game, without its first slash: the only pages besides the slips that a deposit goes back to. */
type GamePage = `nare-games/${string}`

/** What asked for the deposit, by its name in the address; an amount without a name is the sports slip's. */
export function backOf(query: URLSearchParams): BackTo | GamePage | undefined {
  const back = query.get('back')
  if (back === 'slip' || back === 'league' || back === 'jackpot') return back
  if (isGamePage(back)) return back
  return query.has('amount') ? 'slip' : undefined
}

export const isSlip = (back: BackTo | GamePage | undefined): back is BackTo =>
  back === 'slip' || back === 'league' || back === 'jackpot'

const isGamePage = (back: string | null): back is GamePage => /^nare-games\/[a-z-]{1,20}$/.test(back ?? '')
