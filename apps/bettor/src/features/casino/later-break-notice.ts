import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'

/** The notice of a break, loaded when a bettor has one: the lobby of the others does not wait for it. */
export const BreakNotice = lazyPart(() =>
  loadWithMessages(() => import('./break-notice.tsx'), ['casino']).then((part) => part.BreakNotice),
)
