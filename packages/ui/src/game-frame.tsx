import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { frameSource } from './frame-source.ts'
import style from './game-frame.module.css'
import { Icon } from './icon.tsx'

type GameFrameProps = {
  /** The name of the game: the title of the frame for screen readers, and of its bar. */
  title: string
  /** The URL of the game; undefined until it is known. */
  url: string | undefined
  /** The origin of this page. */
  origin: string
  closeLabel: string
  onClose: () => void
  /** Shown in the bar next to the title, such as the balance. */
  aside?: ReactNode
  /** The text for a game that loads slowly or has a URL that is not allowed. */
  failed: (why: 'slow' | 'not_allowed') => ReactNode
  /** Replaces the game, for example with the reason why it cannot be opened. */
  instead?: ReactNode
  /** Called with a message from the frame and the origin of the game. */
  onMessage?: (data: unknown) => void
  fullScreenLabel: string
  /** The time after which a game counts as slow to load. */
  slowMs?: number
}

/**
 * A game in a frame below a bar of 48 px with a button that closes it. Shows a text if the game has not loaded after `slowMs`, or if
 * its URL is not known by then. Ignores messages from other windows.
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
  const isAllowed = url === undefined || source !== undefined
  const waits = isAllowed && instead === undefined && state === 'loading'
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setState('slow'), slowMs)
    return () => clearTimeout(timer)
  }, [waits, slowMs, url])
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
  const why = !isAllowed ? 'not_allowed' : state === 'slow' ? 'slow' : undefined
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
