import type { GameKey } from './keys.ts'
import { useLingui } from '@lingui/react/macro'
import { singleKeys } from '../../preferences/single-keys.ts'
import style from './key-legend.module.css'

const faces: Readonly<Record<string, string>> = {
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
}

/** The hotkeys of a game, in sight on desktops while shortcuts are on. */
export function KeyLegend({ keys }: { keys: readonly Pick<GameKey, 'keys' | 'name'>[] }) {
  const { t } = useLingui()
  if (!singleKeys.on()) return null
  const face = (key: string): string => (key === ' ' ? t`Space` : (faces[key] ?? key.toUpperCase()))
  return (
    <ul className={style.keys} aria-label={t`Keys`}>
      {keys.map(({ keys: pressed, name }) => (
        <li key={name}>
          {pressed.map((key) => (
            <kbd key={key}>{face(key)}</kbd>
          ))}
          {name}
        </li>
      ))}
    </ul>
  )
}
