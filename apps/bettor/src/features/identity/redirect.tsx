import { Trans } from '@lingui/react/macro'
import { Link, useSearchParams } from 'wouter'
import pages from '../../pages/pages.module.css'
import { safePath } from './safe-path.ts'

/** The page of an expired session: its login returns to the previous page. */
export function SessionEnded() {
  const [query] = useSearchParams()
  const to = safePath(query.get('to'))
  return (
    <section className={pages.message}>
      <h1>
        <Trans>Session expired</Trans>
      </h1>
      <p>
        <Trans>
          Please login again. Your slip is kept. No bet was placed and no money moved after the session ended.
        </Trans>
      </p>
      <p>
        <Link href={`/login?to=${encodeURIComponent(to)}`}>
          <Trans>Log in</Trans>
        </Link>
      </p>
      <Link href="/">
        <Trans>Continue without an account</Trans>
      </Link>
    </section>
  )
}
