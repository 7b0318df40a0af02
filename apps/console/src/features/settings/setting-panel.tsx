import { operatorSettings, type Setting } from '@nare/contract/settings'
import { Button } from '@nare/ui/button'
import { dateWithYear } from '@nare/ui/format'
import { useState, type ReactNode } from 'react'
import { Empty, Facts } from '../../parts/controls.tsx'
import { whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { SettingForm, type Fixed } from './setting-form.tsx'
import { boundsText, valueText } from './value-text.ts'
import { ValueView } from './value-view.tsx'
import style from './settings.module.css'

type Props = { readonly setting: Setting; readonly tomorrow: string }
/** The form that is open, as it was asked for: what it acts on may be gone once it is done. */
type Asked = { readonly fixed?: Fixed }

const seconds: Readonly<Record<Setting['second'], string>> = {
  up: 'of a higher value',
  down: 'of a lower value',
  always: 'always',
  never: 'never',
}

/** A setting with its history, and for who may change it the form. */
export function SettingPanel({ setting, tomorrow }: Props) {
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const close = (): void => setAsked(undefined)
  const canWrite = may('settings.write')
  useKeys([{ keys: ['e'], label: 'change', press: () => setAsked({}), on: canWrite && asked === undefined }])
  const { next, since, by } = setting
  const isWide = setting.type === 'table'
  const toDefault = { value: null, title: 'Back to the default' }
  const takeBack = next && { value: setting.value, from: next.from, title: 'Take the plan back' }
  const rows: readonly (readonly [label: string, value: ReactNode])[] = [
    [
      'Value',
      <b key="value">
        {isWide ? valueText(setting, setting.value) : <ValueView setting={setting} value={setting.value} />}
      </b>,
    ],
    ['Default', <ValueView key="default" setting={setting} value={setting.default} folded />],
    ['Since', since === null ? 'always' : `${whenText(since, serverNow())}, ${by}`],
    [
      'Next',
      next
        ? `${valueText(setting, next.value ?? setting.default)} from ${dateWithYear(next.from, 'en')}, ${next.by}`
        : 'nothing is planned',
    ],
    ['Bounds', boundsText(setting) ?? '–'],
    ['Second person', seconds[setting.second]],
    ['Key', setting.key],
  ]
  return (
    <>
      <section className={style.setting} aria-label="Setting">
        <h2>{setting.name}</h2>
        <p className={style.about}>{setting.about}</p>
        {/* An open form says what it needs of them; on a small screen its button is in sight only without. */}
        {!asked && isWide && <ValueView setting={setting} value={setting.value} />}
        {!asked && <Facts rows={rows} />}
        {canWrite && asked === undefined && (
          <div className={style.buttons}>
            <Button small onClick={() => setAsked({})}>
              Change
            </Button>
            {setting.value !== setting.default && (
              <Button look="soft" small onClick={() => setAsked({ fixed: toDefault })}>
                Back to the default
              </Button>
            )}
            {takeBack && (
              <Button look="soft" small onClick={() => setAsked({ fixed: takeBack })}>
                Take the plan back
              </Button>
            )}
          </div>
        )}
      </section>
      {asked && <SettingForm setting={setting} tomorrow={tomorrow} {...asked} onClose={close} />}
      <History setting={setting} />
    </>
  )
}

/** Every change, newest first. */
function History({ setting }: { setting: Setting }) {
  const { data } = useRead(operatorSettings.settingHistory, { key: setting.key })
  const changes = data?.data ?? []
  return (
    <section className={style.setting} aria-label="History">
      <h3>History</h3>
      {data && changes.length === 0 && <Empty>Nobody has changed it.</Empty>}
      <ol className={style.history}>
        {changes.map(({ id, value, from, by, confirmed_by, reason, at }) => (
          <li key={id}>
            <b>
              <ValueView setting={setting} value={value ?? setting.default} folded />
              {value === null && ', the default'}
            </b>{' '}
            from {dateWithYear(from, 'en')}
            <br />
            <span className="t3">
              {by}
              {confirmed_by !== null && `, confirmed by ${confirmed_by}`}, {whenText(at, serverNow())}: {reason}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
