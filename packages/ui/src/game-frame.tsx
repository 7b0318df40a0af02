import { useEffect, useState, type ReactNode } from 'react'
import { frameSource } from './frame-source.ts'
import style from './game-frame.module.css'
import { Icon } from './icon.tsx'

type GameFrameProps = {
  /** The name of the game: the title of the frame for screen readers, and of its bar. */
  title: string
  /** The address of the launch: https:, or a path of this site. */
  url: string
  /** The origin of this page. */
  origin: string
  closeLabel: string
  onClose: () => void
  /** In the bar beside the title, such as the balance. */
  aside?: ReactNode
  /** Shown in place of an address that is not allowed, and after 20 seconds of loading. */
  failed: ReactNode
}

const slowMs = 20_000

/** A game or a provider's launch in a frame of its own under a bar of 48 px that leads back. */
export function GameFrame({ title, url, origin, closeLabel, onClose, aside, failed }: GameFrameProps) {
  const [state, setState] = useState<'loading' | 'slow' | 'shown'>('loading')
  const source = frameSource(url, origin)
  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('slow'), slowMs)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <section className={style.frame} aria-label={title}>
      <header className={style.bar}>
        <button type="button" aria-label={closeLabel} onClick={onClose}>
          <Icon name="left" />
        </button>
        <strong>{title}</strong>
        {aside}
      </header>
      {(!source || state === 'slow') && <div className={style.failed}>{failed}</div>}
      {source && (
        <iframe
          title={title}
          src={source.url}
          sandbox={source.sandbox}
          allow="fullscreen; autoplay"
          referrerPolicy="no-referrer"
          aria-busy={state !== 'shown'}
          onLoad={() => setState('shown')}
        />
      )}
    </section>
  )
}
