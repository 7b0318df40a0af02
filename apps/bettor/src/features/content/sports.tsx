import { frameSource } from '@nare/ui/frame-source'
import { useEffect } from 'react'
import { NotOpenYet } from '../../pages/message-pages.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { PageBar } from '../../pages/page-bar.tsx'
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
  const source = url ? frameSource(url, location.origin) : undefined
  const isLoading = !url && loading && !error
  if (!source && !isLoading) return <NotOpenYet page="sports" />
  return (
    <div className={style.provider}>
      <PageBar title={title} />
      {!source ? (
        <Skeleton />
      ) : (
        <iframe
          title={title}
          src={source.url}
          style={{ height: `${iframeHeight}vh` }}
          sandbox={source.sandbox}
          referrerPolicy="no-referrer"
        />
      )}
    </div>
  )
}
