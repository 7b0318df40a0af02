import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { frameSource } from './frame-source.ts'
import style from './game-frame.module.css'
import { Icon } from './icon.tsx'

type GameFrameProps = {
  /** The name of the game: the title of the frame for screen readers, and of its bar. */
  title: string
  /** The address of the launch; undefined while there is none yet. */
  url: string | undefined
  /** The origin of this page. */
  origin: string
  closeLabel: string
  onClose: () => void
  /** In the bar beside the title, such as the balance. */
  aside?: ReactNode
  /** The text shown in place of the game until it answers, by what is wrong. */
  failed: (why: 'slow' | 'not_allowed') => ReactNode
  /** In place of the game while it is not there, such as why it cannot be opened. */
  instead?: ReactNode
  /** A message of the game, from its own origin and its own frame. */
  onMessage?: (data: unknown) => void
  fullScreenLabel: string
  /** How long a game may take to answer. */
  slowMs?: number
}

/**
 * A game or a provider's launch in a frame of its own under a bar of 48 px that leads back. A game that has not answered after
 * `slowMs` says so; messages from other windows are ignored.
 */
export function GameFrame({
  title,
  url,
  origin,
  closeLabel,
  onClose,
  aside,
  failed,
  instead,
  onMessage,
  fullScreenLabel,
  slowMs = 10_000,
}: GameFrameProps) {
  const page = useRef<HTMLElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'slow' | 'shown'>('loading')
  const source = url === undefined ? undefined : frameSource(url, origin)
  const waits = source !== undefined && instead === undefined && state === 'loading'
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setState('slow'), slowMs)
    return () => clearTimeout(timer)
  }, [waits, slowMs])
  const receive = useEffectEvent((event: MessageEvent): void => {
    if (event.source !== frame.current?.contentWindow || event.source === null) return
    if (event.origin === source?.origin) onMessage?.(event.data)
  })
  useEffect(() => {
    const onEvent = (event: MessageEvent): void => receive(event)
    addEventListener('message', onEvent)
    return () => removeEventListener('message', onEvent)
  }, [])
  const enlarge = (): void => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void page.current?.requestFullscreen().catch(() => undefined)
  }
  const why = url !== undefined && !source ? 'not_allowed' : state === 'slow' ? 'slow' : undefined
  return (
    <section ref={page} className={style.frame} aria-label={title}>
      <header className={style.bar}>
        <button type="button" aria-label={closeLabel} onClick={onClose}>
          <Icon name="left" />
        </button>
        <h1>{title}</h1>
        {aside}
        {typeof document !== 'undefined' && document.fullscreenEnabled && (
          <button type="button" aria-label={fullScreenLabel} onClick={enlarge}>
            <Corners />
          </button>
        )}
      </header>
      {instead !== undefined ? (
        <div className={style.failed}>{instead}</div>
      ) : (
        <>
          {why && <div className={style.failed}>{failed(why)}</div>}
          {source && (
            <iframe
              ref={frame}
              title={title}
              src={source.url}
              sandbox={source.sandbox}
              allow="fullscreen; autoplay"
              referrerPolicy="no-referrer"
              aria-busy={state !== 'shown'}
              onLoad={() => setState('shown')}
            />
          )}
        </>
      )}
    </section>
  )
}

function Corners() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />
    </svg>
  )
}
