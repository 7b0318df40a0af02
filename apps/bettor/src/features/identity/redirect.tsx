import { useLingui } from '@lingui/react/macro'
import { Link, useSearchParams } from 'wouter'
import pages from '../../pages/pages.module.css'
import { safePath } from './safe-path.ts'

/** The page of an expired session: its login returns to the previous page. */
export function SessionEnded() {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const to = safePath(query.get('to'))
  return (
    <section className={pages.message}>
      <h1>{t`Session expired`}</h1>
      <p>{t`Please login again. Your slip is kept. No bet was placed and no money moved after the session ended.`}</p>
      <p>
        <Link href={`/login?to=${encodeURIComponent(to)}`}>{t`Log in`}</Link>
      </p>
      <Link href="/">{t`Continue without an account`}</Link>
    </section>
  )
}
