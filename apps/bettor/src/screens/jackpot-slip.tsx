import './later-catalogues.ts'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'

const load = () => loadWithMessages(() => import('../features/jackpot/jackpot-part.ts'), ['jackpot', 'forms'])
const Column = lazyPart(() => load().then((jackpot) => jackpot.JackpotSlipColumn))
const Bar = lazyPart(() => load().then((jackpot) => jackpot.JackpotSlipBar))

/** The jackpot's slip, loaded with its texts: the column, or on a phone the bar. */
export const JackpotSlip = ({ bar = false }: { bar?: boolean }) => (bar ? <Bar /> : <Column />)
