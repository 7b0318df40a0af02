import './later-catalogues.ts'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'

const load = () => loadWithMessages(() => import('../features/jackpot/jackpot-part.ts'), ['jackpot', 'forms'])

/** The jackpot's slip beside its page, with the loader of its texts. */
export const JackpotSlipColumn = lazyPart(() => load().then((jackpot) => jackpot.JackpotSlipColumn))
export const JackpotSlipBar = lazyPart(() => load().then((jackpot) => jackpot.JackpotSlipBar))
