import { CloseAccount } from './close-account.tsx'
import { EraseData } from './erase-data.tsx'
import { MyData } from './my-data.tsx'

/** What the security tab loads when it is opened: the bettor's data, their erasure and the end of the account. */
export function OwnAccount() {
  return (
    <>
      <MyData />
      <EraseData />
      <CloseAccount />
    </>
  )
}
