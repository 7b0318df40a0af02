import { useLingui } from '@lingui/react/macro'
import { notices, type Notices as Chosen, type NoticeTopic } from '@nare/contract/notices'
import type { Route, Sent } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Tick } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { useEffect, useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { Retry } from '../../loading/retry.tsx'
import { call } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'
import style from './account.module.css'
import { QuietHours } from './quiet-hours.tsx'
import { abilityOf, ownSubscription, subscribeHere } from './this-browser.ts'

/** Which notices this browser and the bettor's phone get; all off until the bettor chooses them. */
export function Notices() {
  const { t, i18n } = useLingui()
  const { body, failed, loading, again } = useRead(notices.notices, {}, 0)
  const { body: server } = useRead(notices.pushKey, {})
  const { busy, once } = useOnce()
  const [chosen, setChosen] = useState<Chosen>()
  const [wrong, setWrong] = useState<string>()
  const [endpoint, setEndpoint] = useState<string>()
  useEffect(() => {
    void ownSubscription().then(
      (subscription) => setEndpoint(subscription?.endpoint),
      () => undefined,
    )
  }, [])
  if (!body && failed && !loading) return <Retry why={failureText(i18n, failed)} again={again} />
  const data = chosen ?? body?.data
  if (!data) return null
  const language = i18n.locale === 'sw' ? 'sw' : 'en'
  const here = data.devices.find((device) => device.endpoint === endpoint)?.topics ?? []
  const others = data.devices.filter((device) => device.endpoint !== endpoint)

  const send = async <R extends typeof notices.subscribe | typeof notices.unsubscribe | typeof notices.setNotices>(
    route: R,
    input: Sent<R>,
  ): Promise<boolean> => {
    const reply = await call<Route>(route, input)
    if (reply.ok) setChosen((reply.body as { data: Chosen }).data)
    setWrong(reply.ok ? undefined : failureText(i18n, reply))
    return reply.ok
  }
  const choose = (change: Sent<typeof notices.setNotices>): void =>
    void once(() => send(notices.setNotices, { ...change, language }))

  const chooseTopic = async (topic: NoticeTopic, wanted: boolean): Promise<void> => {
    const topics = wanted ? [...here, topic] : here.filter((other) => other !== topic)
    if (topics.length === 0) {
      const subscription = await ownSubscription()
      if (subscription && (await send(notices.unsubscribe, { endpoint: subscription.endpoint })))
        await subscription.unsubscribe().catch(() => false)
      return setEndpoint(undefined)
    }
    const subscription = server?.key ? await subscribeHere(server.key) : undefined
    const { endpoint: address, keys } = subscription?.toJSON() ?? {}
    const { p256dh, auth } = keys ?? {}
    if (address === undefined || p256dh === undefined || auth === undefined)
      return setWrong(t`Your browser didn't allow notices. You can allow them in its settings for this site`)
    setEndpoint(address)
    await send(notices.subscribe, { subscription: { endpoint: address, keys: { p256dh, auth } }, topics, language })
  }
  const dropOthers = async (): Promise<void> => {
    for (const device of others) if (!(await send(notices.unsubscribe, { endpoint: device.endpoint }))) return
  }

  const topicNames: Readonly<Record<NoticeTopic, string>> = {
    bet_settled: t`A bet of mine is settled`,
    money: t`A deposit arrived or a withdrawal was paid`,
    kickoff: t`A match on my bet is about to start`,
  }
  const ability = abilityOf()
  return (
    <>
      {server?.key && (
        <fieldset className={style.consents} disabled={busy}>
          <legend>{t`Notices on this device`}</legend>
          {ability === 'none' && (
            <p>{t`This browser can't show notices. On an iPhone, add the app to the home screen and open it there.`}</p>
          )}
          {ability === 'forbidden' && (
            <p>{t`Your browser blocks notices from this site. You can allow them in its settings for this site.`}</p>
          )}
          {ability === 'may' &&
            (Object.keys(topicNames) as NoticeTopic[]).map((topic) => (
              <Tick
                key={topic}
                checked={here.includes(topic)}
                onChange={({ target }) => void once(() => chooseTopic(topic, target.checked))}
              >
                {topicNames[topic]}
              </Tick>
            ))}
          {others.length > 0 && (
            <>
              <p>{t`Notices go to other devices too, where you're logged in.`}</p>
              <Button small look="soft" onClick={() => void once(dropOthers)}>{t`Turn off on other devices`}</Button>
            </>
          )}
        </fieldset>
      )}
      <fieldset className={style.consents} disabled={busy}>
        <legend>{t`Notices by SMS`}</legend>
        <Tick checked={data.sms.money} onChange={({ target }) => choose({ sms: { money: target.checked } })}>
          {t`A deposit arrived or a withdrawal was paid`}
        </Tick>
        <Tick checked={data.sms.won} onChange={({ target }) => choose({ sms: { won: target.checked } })}>
          {t`A bet of mine won`}
        </Tick>
        <p>{t`You get only a few a day. Reply STOP to get none.`}</p>
      </fieldset>
      <fieldset className={style.consents} disabled={busy}>
        <legend>{t`How notices come`}</legend>
        <Tick checked={data.amounts} onChange={({ target }) => choose({ amounts: target.checked })}>
          {t`With amounts, which others may read on a locked screen`}
        </Tick>
        <QuietHours quiet={data.quiet} onChoose={(quiet) => choose({ quiet })} />
      </fieldset>
      <Notice>{wrong}</Notice>
    </>
  )
}
