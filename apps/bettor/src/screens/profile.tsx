import { Statement } from '../features/account/statement.tsx'
import { Profile } from '../features/identity/profile.tsx'
import { CloseAccount } from '../features/identity/close-account.tsx'
import { OwnPlay } from '../features/protection/play.tsx'
import { Protection } from '../features/protection/protection.tsx'

/** The profile page with the sections of other features. */
export function ProfilePage() {
  return <Profile play={<OwnPlay />} limits={<Protection />} statement={<Statement />} closing={<CloseAccount />} />
}
