import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { stored } from '../state/browser.ts'
import { locales } from './catalogues.ts'
import { chooseLocale } from './locale.ts'
import style from './preferences.module.css'

const themes = ['system', 'dark', 'light'] as const
type Theme = (typeof themes)[number]

/** Language and theme, kept on this device. */
export function Preferences() {
  const { t, i18n } = useLingui()
  const [theme, setTheme] = useState<Theme>(() => themes.find((each) => each === stored.read('theme')) ?? 'system')
  const choose = (wanted: Theme): void => {
    setTheme(wanted)
    if (wanted === 'system') {
      stored.remove('theme')
      delete document.documentElement.dataset.theme
    } else {
      stored.write('theme', wanted)
      document.documentElement.dataset.theme = wanted
    }
  }
  return (
    <fieldset className={style.set}>
      <legend>
        <Trans>Preferences</Trans>
      </legend>
      <label>
        <Trans>Language</Trans>
        <select value={i18n.locale} onChange={(event) => void chooseLocale(event.target.value === 'sw' ? 'sw' : 'en')}>
          {Object.entries(locales).map(([key, name]) => (
            <option key={key} value={key} lang={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <Trans>Theme</Trans>
        <select
          value={theme}
          onChange={(event) => choose(themes.find((each) => each === event.target.value) ?? 'system')}
        >
          <option value="system">{t`As the device`}</option>
          <option value="dark">{t`Dark`}</option>
          <option value="light">{t`Light`}</option>
        </select>
      </label>
    </fieldset>
  )
}
