import { Trans } from '@lingui/react/macro'
import { frameSource } from '@nare/ui/frame-source'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { NotOpenYet } from '../../pages/message-pages.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { usePageTitle } from '../../pages/page-title.ts'
import { launchSports } from '../../state/calls-launch.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import style from './content.module.css'

/** The sports provider in a full-screen iframe; without a provider, or if its address is not allowed, the page `NotOpenYet`. */
export function Sports() {
  const send = useSend()
  const { sports_data: url, loading, error, iframeHeight } = useApp(({ data }) => data)
  useEffect(() => {
    void send(launchSports({ return_url: '/' }))
  }, [send])
  const title = usePageTitle('sports')
  if (!url && loading && !error) return <Skeleton />
  const source = url ? frameSource(url, location.origin) : undefined
  if (!source) return <NotOpenYet page="sports" />
  return (
    <div className={style.provider}>
      <h1 className="unseen">{title}</h1>
      <Link href="/">
        <Trans>Back</Trans>
      </Link>
      <iframe
        title={title}
        src={source.url}
        style={{ height: `${iframeHeight}vh` }}
        sandbox={source.sandbox}
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
