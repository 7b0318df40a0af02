import { CloseAccount } from './close-account.tsx'
import { EraseData } from './erase-data.tsx'
import { MyData } from './my-data.tsx'
import { Passkeys } from './passkeys.tsx'
import { Sessions } from './sessions.tsx'

/** What the security tab loads when it is opened: passkeys, sessions, the bettor's data, their erasure and the end of the account. */
export function OwnAccount() {
  return (
    <>
      <Passkeys />
      <Sessions />
      <MyData />
      <EraseData />
      <CloseAccount />
    </>
  )
}
