import { operatorSettings, type Setting } from '@nare/contract/settings'
import { Button } from '@nare/ui/button'
import { useState, type ReactNode } from 'react'
import { Empty, Facts } from '../../parts/controls.tsx'
import { momentText, whenText } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { useRead } from '../../wire/use-read.ts'
import { SettingForm } from './setting-form.tsx'
import { boundsText, nameOf, valueText } from './value-text.ts'
import style from './settings.module.css'

type Props = { readonly setting: Setting; readonly tomorrow: string }
type Asked = 'change' | 'default' | 'plan'

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
  useKeys([{ keys: ['e'], label: 'change', press: () => setAsked('change'), on: canWrite && asked === undefined }])
  const { next, since, by } = setting
  const forms: Readonly<Record<Asked, ReactNode>> = {
    change: <SettingForm setting={setting} tomorrow={tomorrow} onClose={close} />,
    default: (
      <SettingForm
        setting={setting}
        tomorrow={tomorrow}
        fixed={{ value: null, title: 'Back to the default' }}
        onClose={close}
      />
    ),
    plan: next && (
      <SettingForm
        setting={setting}
        tomorrow={tomorrow}
        fixed={{ value: setting.value, from: next.from, title: 'Take the plan back' }}
        onClose={close}
      />
    ),
  }
  return (
    <>
      <section className={style.setting} aria-label="Setting">
        <h2>{nameOf(setting)}</h2>
        <p className={style.about}>{setting.about}</p>
        <Facts
          rows={[
            ['Value', <b key="value">{valueText(setting, setting.value)}</b>],
            ['Default', valueText(setting, setting.default)],
            ['Since', since === null ? 'always' : `${whenText(since, serverNow())}, ${by}`],
            [
              'Next',
              next
                ? `${valueText(setting, next.value ?? setting.default)} from ${momentText(next.from, serverNow())}, ${next.by}`
                : 'nothing is planned',
            ],
            ['Bounds', boundsText(setting) ?? '–'],
            ['Second person', seconds[setting.second]],
            ['Key', setting.key],
          ]}
        />
        {canWrite && asked === undefined && (
          <div className={style.buttons}>
            <Button small onClick={() => setAsked('change')}>
              Change
            </Button>
            {setting.value !== setting.default && (
              <Button look="soft" small onClick={() => setAsked('default')}>
                Back to the default
              </Button>
            )}
            {next && (
              <Button look="soft" small onClick={() => setAsked('plan')}>
                Take the plan back
              </Button>
            )}
          </div>
        )}
      </section>
      {asked && <div key={asked}>{forms[asked]}</div>}
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
            <b>{value === null ? `${valueText(setting, setting.default)}, the default` : valueText(setting, value)}</b>{' '}
            from {momentText(from, serverNow())}
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
