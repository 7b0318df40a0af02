import './later-catalogues.ts'
import type { ReactNode } from 'react'
import { BetsBelowSlip } from '../features/betting/open-bets/open-bets-part.tsx'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'

const load = () => loadWithMessages(() => import('../features/jackpot/jackpot-part.ts'), ['jackpot', 'forms'])
const Column = lazyPart<{ below: ReactNode }>(() => load().then((jackpot) => jackpot.JackpotSlipColumn))
const Bar = lazyPart(() => load().then((jackpot) => jackpot.JackpotSlipBar))

/** The jackpot's slip, loaded with its texts: the column with own bets below while it is idle, or on a phone the bar. */
export const JackpotSlip = ({ bar = false }: { bar?: boolean }) =>
  bar ? <Bar /> : <Column below={<BetsBelowSlip isIdle />} />
