import type { MarketView, MatchView } from '@nare/contract/catalog'
import { outcomeText } from '../../../i18n/market-texts.ts'

type Teams = Pick<MatchView, 'home_team' | 'away_team'>
type Named = Pick<MarketView['odds'][number], 'odd_key' | 'display'>

/** The name of a pick on its narrow key. It may break after a slash: "Tusker/Gor Mahia" otherwise breaks inside a word. */
export const keyName = ({ odd_key, display }: Named, { home_team, away_team }: Teams): string =>
  outcomeText({ odd_key, display, home_team, away_team }).replaceAll('/', '/\u200b')
