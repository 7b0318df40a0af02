import { Link } from '@tanstack/react-router'
import { Empty, Head } from './controls.tsx'

/** An address that no page has, or none that this person may know of. */
export function Missing() {
  return (
    <>
      <Head title="There is no such page" />
      <Empty>
        The address may be of something that is gone. <Link to="/">Today</Link>
      </Empty>
    </>
  )
}
