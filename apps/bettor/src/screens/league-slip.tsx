import { BetsBelowSlip } from '../features/betting/open-bets/open-bets-part.tsx'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import type { ReactNode } from 'react'

const load = () => loadWithMessages(() => import('../features/league/league-part.ts'), ['league', 'forms'])
const Column = lazyPart<{ below: ReactNode }>(() => load().then((league) => league.LeagueSlipColumn))
const Bar = lazyPart(() => load().then((league) => league.LeagueSlipBar))

/** The league's slip, loaded with its texts: the column with own bets below while it is idle, or on a phone the bar. */
export const LeagueSlip = ({ bar = false }: { bar?: boolean }) =>
  bar ? <Bar /> : <Column below={<BetsBelowSlip isIdle />} />
