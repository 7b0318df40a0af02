import { Menu } from '@base-ui/react/menu'
import { useState } from 'react'
import { endSession } from '../features/session/end-session.ts'
import { Tag } from '../parts/controls.tsx'
import { initialsOf, labelOf } from '../parts/format.ts'
import { useMe } from '../wire/me.ts'
import { useSignal } from '../wire/signal.ts'
import { setTheme, theme, type Theme } from '../wire/theme.ts'
import { LogOutFailed } from './log-out-failed.tsx'
import style from './person-menu.module.css'

const themes: readonly (readonly [Theme, string])[] = [
  ['auto', 'Theme of the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** The person, with the theme, the keys and the log-out behind. */
export function PersonMenu({ onKeys }: { onKeys: () => void }) {
  const { name, roles } = useMe()
  const current = useSignal(theme)
  const [isStillIn, setStillIn] = useState(false)
  return (
    <Menu.Root>
      <Menu.Trigger className={style.person}>
        <span className="unseen">Menu of {name}</span>
        <span className={style.initials} aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className={style.name} aria-hidden="true">
          {name}
        </span>
        {roles.slice(0, 1).map((role) => (
          <Tag key={role}>{labelOf(role)}</Tag>
        ))}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={style.place} align="end" sideOffset={4}>
          <Menu.Popup className={style.menu}>
            <Menu.RadioGroup value={current} onValueChange={(next) => setTheme(next as Theme)}>
              {themes.map(([value, text]) => (
                <Menu.RadioItem key={value} value={value} className={style.item}>
                  <span className={style.mark}>{current === value && '✓'}</span>
                  {text}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={style.line} />
            <Menu.Item className={style.item} onClick={onKeys}>
              <span className={style.mark} />
              Keys
            </Menu.Item>
            <Menu.Item className={style.item} onClick={() => void endSession().then((done) => setStillIn(!done))}>
              <span className={style.mark} />
              Log out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
      <LogOutFailed open={isStillIn} onClose={() => setStillIn(false)} />
    </Menu.Root>
  )
}
