import { useLingui } from '@lingui/react/macro'
import { consentVersion, consentWording, type ConsentChannel } from '@nare/contract/consent-wording'
import { consents, type Consents } from '@nare/contract/consents'
import { Tick } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { Retry } from '../../loading/retry.tsx'
import { call } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'
import style from './account.module.css'

/** The consent to promotions by message, for each channel; off until the bettor gives it. */
export function MessageConsents() {
  const { t, i18n } = useLingui()
  const { body, failed, loading, again } = useRead(consents.consents, {}, 0)
  const { busy, once } = useOnce()
  const [chosen, setChosen] = useState<Consents>()
  const [wrong, setWrong] = useState<string>()
  if (!body && failed && !loading) return <Retry why={failureText(i18n, failed)} again={again} />
  const data = chosen ?? body?.data
  if (!data) return null
  const choose = async (channel: ConsentChannel, given: boolean): Promise<void> => {
    const reply = await call(consents.chooseConsent, { channel, given, ...(given && { wording: consentVersion }) })
    if (reply.ok) setChosen(reply.body.data)
    setWrong(reply.ok ? undefined : failureText(i18n, reply))
  }
  const lang = i18n.locale === 'sw' ? 'sw' : 'en'
  return (
    <fieldset className={style.consents} disabled={busy}>
      <legend>{t`Offers and promotions`}</legend>
      {data.channels.map(({ channel, given }) => (
        <Tick key={channel} checked={given} onChange={({ target }) => void once(() => choose(channel, target.checked))}>
          {consentWording[channel][lang]}
        </Tick>
      ))}
      <p>{t`Messages about your money and your safety come in any case.`}</p>
      <Notice>{wrong}</Notice>
    </fieldset>
  )
}
