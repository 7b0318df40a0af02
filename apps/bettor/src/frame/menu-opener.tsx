import { useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { loadWithMessages } from '../i18n/locale.ts'
import { lazyPart } from '../loading/lazy-part.tsx'
import { notify } from '../notices/notices.ts'
import { useSingleKey } from '../preferences/single-keys.ts'
import { signal, useSignal } from '../state/signal.ts'
import type { Shown } from './account-menu.tsx'
import style from './header.module.css'

const open = signal<Shown | undefined>(undefined)
const close = (): void => open.set(undefined)
const openKeys = (): void => open.set('keys')

const Menu = lazyPart(
  () =>
    loadWithMessages(() => import('./account-menu.tsx'), ['device', 'titles']).then(({ AccountMenu }) => AccountMenu),
  {
    failed: null,
    onFailed: () => {
      close()
      notify({ message: i18n._(msg`The menu could not be loaded. Try again`) })
    },
  },
)

/** The button of the account menu. Guests have it too, because it contains language, theme and data saver. */
export function MenuButton() {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={style.icon}
      aria-label={t`Menu`}
      aria-haspopup="dialog"
      onClick={() => open.set('menu')}
    >
      <Icon name="user" />
    </button>
  )
}

/** The sheet of the menu, or of the keys, which the `?` key opens. */
export function MenuSheet() {
  const shown = useSignal(open)
  useSingleKey('?', openKeys)
  return shown ? <Menu shows={shown} onClose={close} /> : null
}
