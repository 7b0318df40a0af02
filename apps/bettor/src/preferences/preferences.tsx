import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { saver, stored, used } from '../state/browser.ts'
import { saverChoices } from '../state/data-saver.ts'
import { locales } from '../i18n/catalogues.ts'
import { useNow } from '../state/use-now.ts'
import {
  chooseFollowedFirst,
  chooseGoalAlert,
  followedFirst,
  goalAlert,
  goalAlerts,
  type GoalAlert,
} from './live-choices.ts'
import { showsWinners, showWinners } from './casino-winners.ts'
import { useSignal } from '../state/signal.ts'
import { Keys } from './keys.tsx'
import { useLite } from './use-lite.ts'
import { singleKeys } from './single-keys.ts'
import { chooseLocale } from '../i18n/locale.ts'
import style from './preferences.module.css'
import { speakScores, speaksScores } from './speak-scores.ts'

const themes = ['system', 'dark', 'light'] as const
type Theme = (typeof themes)[number]

/** Language, theme, data saver, goal alerts, the casino's winners and keyboard shortcuts; stored on this device. */
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
      <legend>{t`Preferences`}</legend>
      <label>
        {t`Language`}
        <select value={i18n.locale} onChange={(event) => void chooseLocale(event.target.value === 'sw' ? 'sw' : 'en')}>
          {Object.entries(locales).map(([key, name]) => (
            <option key={key} value={key} lang={key}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t`Theme`}
        <select
          value={theme}
          onChange={(event) => choose(themes.find((each) => each === event.target.value) ?? 'system')}
        >
          <option value="system">{t`Same as the device`}</option>
          <option value="dark">{t`Dark`}</option>
          <option value="light">{t`Light`}</option>
        </select>
      </label>
      <DataSaver />
      <Choice text={t`Show followed matches first in Live`} isOn={followedFirst} choose={chooseFollowedFirst} />
      <Goals />
      <Choice text={t`Show the last winners in the casino`} isOn={showsWinners} choose={showWinners} />
      <details className={style.keys}>
        <summary>{t`Keyboard shortcuts`}</summary>
        <Keys />
        <Choice text={t`Use /, b and ? as shortcuts`} isOn={singleKeys.on} choose={singleKeys.choose} />
      </details>
      <Choice text={t`Read scores aloud on a match page`} isOn={speaksScores} choose={speakScores} />
    </fieldset>
  )
}

/** The choice of Auto, Lite or Full, with a live count of the data that this session has used. */
function DataSaver() {
  const { t, i18n } = useLingui()
  useNow()
  const lite = useLite()
  const [choice, setChoice] = useState(saver.choice)
  const names = { auto: t`Auto`, lite: t`Lite`, full: t`Full` }
  const megabytes = new Intl.NumberFormat(i18n.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    used.bytes() / 1_000_000,
  )
  return (
    <>
      <label>
        {t`Data saver`}
        <select
          value={choice}
          onChange={(event) => {
            const wanted = saverChoices.find((each) => each === event.target.value) ?? 'auto'
            setChoice(wanted)
            saver.choose(wanted)
          }}
        >
          {saverChoices.map((each) => (
            <option key={each} value={each}>
              {names[each]}
            </option>
          ))}
        </select>
      </label>
      <small>
        {lite ? t`Lite: no pictures; prices and bets once a minute` : t`Full: prices as they change`}
        {' · '}
        <Trans>This session: {megabytes} MB</Trans>
      </small>
    </>
  )
}

/** A choice that is on or off. `isOn` reads what this device has stored, `choose` stores it. */
function Choice({ text, isOn, choose }: { text: string; isOn: () => boolean; choose: (wanted: boolean) => void }) {
  const [on, setOn] = useState(isOn)
  return (
    <label>
      {text}
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => {
          choose(event.target.checked)
          setOn(event.target.checked)
        }}
      />
    </label>
  )
}

/** The alert for goals of followed teams. */
function Goals() {
  const { t } = useLingui()
  const alert = useSignal(goalAlert)
  const names: Readonly<Record<GoalAlert, string>> = { off: t`Nothing`, notice: t`Notice`, sound: t`Notice and sound` }
  return (
    <label>
      {t`Goals of teams you follow`}
      <select
        value={alert}
        onChange={(event) => chooseGoalAlert(goalAlerts.find((each) => each === event.target.value) ?? 'off')}
      >
        {goalAlerts.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
