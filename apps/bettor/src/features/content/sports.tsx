import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { NotOpenYet } from '../../pages/message-pages.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { usePageTitle } from '../../pages/page-title.ts'
import { launchSports } from '../../state/calls-launch.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import style from './content.module.css'

/** The sports provider in a full-screen frame; without one a page that says so. */
export function Sports() {
  const send = useSend()
  const { sports_data: url, loading, error, iframeHeight } = useApp(({ data }) => data)
  useEffect(() => {
    void send(launchSports({ return_url: '/' }))
  }, [send])
  const title = usePageTitle('sports')
  if (!url) return loading && !error ? <Skeleton /> : <NotOpenYet page="sports" />
  return (
    <div className={style.provider}>
      <h1 className="unseen">{title}</h1>
      <Link href="/">
        <Trans>Back</Trans>
      </Link>
      <iframe
        title={title}
        src={url}
        style={{ height: `${iframeHeight}vh` }}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
