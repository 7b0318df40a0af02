import { Match } from '../features/catalog/match.tsx'
import { loadWithMessages } from '../i18n/locale.ts'
import { loadChunk } from '../loading/chunk.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { useApp } from '../state/hooks.ts'

const OpenBets = lazyPart(
  () => loadChunk(() => import('../features/betting/open-bets/open-bets-part.tsx')).then((part) => part.OpenBets),
  { failed: null },
)

const loadPlace = () => loadWithMessages(() => import('../features/betting/build-place.tsx'), ['slip'])
const BuildPlace = lazyPart(() => loadPlace().then((part) => part.BuildPlace))

/** The page of a match, where there is no slip beside it with the bettor's own bets on it. */
export function MatchScreen() {
  return <Match Bets={useApp(({ auth }) => auth.isLoggedIn) && OpenBets} BuildPlace={BuildPlace} />
}
