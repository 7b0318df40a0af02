import type { ComponentType } from 'react'
import { Profile } from '../features/identity/profile.tsx'
import { CloseAccount } from '../features/identity/close-account.tsx'
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

/** A part that needs the network, so it is not stored for offline use with the profile. */
const accountPart = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazyPart(() => loadWithMessages(load, ['account', 'forms']).then((part) => part[name]), {
    loading: <Skeleton rows={4} />,
  })
const Statement = accountPart(() => import('../features/account/statement.tsx'), 'Statement')
const Inbox = accountPart(() => import('../features/account/inbox.tsx'), 'Inbox')

/** The profile page with the sections of other features. */
export function ProfilePage() {
  return (
    <Profile
      play={<OwnPlay />}
      limits={<Protection />}
      statement={<Statement />}
      messages={<Inbox />}
      bonus={<Bonus />}
      closing={<CloseAccount />}
    />
  )
}
