import { Button } from '@nare/ui/button'
import { Link, useRouter } from '@tanstack/react-router'
import { Empty, Head } from '../parts/controls.tsx'
import { LoadFailed } from '../parts/load-failed.tsx'

/** An address that no page has. */
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

/** A page that could not be shown: without an answer it can be tried again, else the page is loaded anew. */
export function Broken({ error }: { error: unknown }) {
  const router = useRouter()
  const fault = error instanceof Error ? error : new Error('The page cannot be shown')
  return (
    <>
      <Head title="This page cannot be shown">
        <Button look="soft" small onClick={() => location.reload()}>
          Load the page anew
        </Button>
      </Head>
      <LoadFailed error={fault} onRetry={() => void router.invalidate()} />
    </>
  )
}
