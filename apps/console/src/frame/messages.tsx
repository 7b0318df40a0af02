import { Button } from '@nare/ui/button'
import { useRouter } from '@tanstack/react-router'
import { Head } from '../parts/controls.tsx'
import { LoadFailed } from '../parts/load-failed.tsx'

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
