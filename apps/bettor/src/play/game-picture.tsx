import { useState } from 'react'
import { useLite } from '../preferences/use-lite.ts'

type PictureProps = { name: string; image: string; className?: string | undefined; tint?: string }

/** The picture of a game in the lobby's language; in Lite, or if it cannot be loaded, the first letters of its name. */
export function GamePicture({ name, image, className, tint }: PictureProps) {
  const lite = useLite()
  const [failed, setFailed] = useState(false)
  const letters = name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
  return (
    <span className={className} data-tint={tint}>
      {lite || failed || !image ? (
        <b aria-hidden="true">{letters}</b>
      ) : (
        <img
          src={image}
          alt=""
          width={104}
          height={104}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  )
}
