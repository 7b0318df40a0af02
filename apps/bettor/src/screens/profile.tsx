import { Statement } from '../features/account/statement.tsx'
import { Profile } from '../features/identity/profile.tsx'
import { CloseAccount } from '../features/identity/close-account.tsx'
import { OwnPlay } from '../features/protection/play.tsx'
import { Protection } from '../features/protection/protection.tsx'
import { loadChunk } from '../loading/chunk.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { Skeleton } from '../loading/skeleton.tsx'

/** Loaded by the loader of the rewards screens, so that the profile does not import them. */
const Bonus = lazyPart(() => loadChunk(() => import('./later-screens.tsx')).then(({ loadBonus }) => loadBonus()), {
  loading: <Skeleton rows={4} />,
})

/** The profile page with the sections of other features. */
export function ProfilePage() {
  return (
    <Profile
      play={<OwnPlay />}
      limits={<Protection />}
      statement={<Statement />}
      bonus={<Bonus />}
      closing={<CloseAccount />}
    />
  )
}
