import { Profile } from '../features/identity/profile.tsx'
import { OwnPlay } from '../features/protection/play.tsx'
import { Protection } from '../features/protection/protection.tsx'
import { loadWithMessages } from '../i18n/locale.ts'
import { loadChunk } from '../loading/chunk.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { Skeleton } from '../loading/skeleton.tsx'

/** Loaded by the loader of the rewards screens, so that the profile does not import them. */
const Bonus = lazyPart(() => loadChunk(() => import('./later-screens.tsx')).then(({ loadBonus }) => loadBonus()), {
  loading: <Skeleton rows={4} />,
})

/** Needs the network, so it is not stored for offline use with the profile. */
const Statement = lazyPart(
  () =>
    loadWithMessages(() => loadChunk(() => import('../features/account/statement.tsx')), ['account', 'forms']).then(
      (part) => part.Statement,
    ),
  { loading: <Skeleton rows={4} /> },
)

/** Needs the network, as the statement does. */
const Inbox = lazyPart(
  () =>
    loadWithMessages(() => loadChunk(() => import('../features/account/inbox.tsx')), ['account', 'forms']).then(
      (part) => part.Inbox,
    ),
  { loading: <Skeleton rows={4} /> },
)

/** Needs the network, as the statement does. */
const Complaints = lazyPart(
  () => loadChunk(() => import('./later-screens.tsx')).then(({ loadComplaints }) => loadComplaints()),
  { loading: <Skeleton rows={4} /> },
)

/** Needs the network too. */
const OwnAccount = lazyPart(
  () => loadChunk(() => import('./later-screens.tsx')).then(({ loadOwnAccount }) => loadOwnAccount()),
  { loading: <Skeleton rows={4} /> },
)

/** The profile page with the sections of other features. */
export function ProfilePage() {
  return (
    <Profile
      play={<OwnPlay />}
      limits={<Protection />}
      statement={<Statement />}
      messages={<Inbox />}
      bonus={<Bonus />}
      complaints={<Complaints />}
      own={<OwnAccount />}
    />
  )
}
