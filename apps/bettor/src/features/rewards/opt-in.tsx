import { useLingui } from '@lingui/react/macro'
import type { Failed } from '@nare/client/call'
import { promotions as calls, type PromotionRow } from '@nare/contract/promotions'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useState } from 'react'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { useApp } from '../../state/hooks.ts'
import { NextStep } from './next-step.tsx'
import { useCommand, type Command } from './use-command.ts'
import style from './rewards.module.css'
import { useLang } from './use-lang.ts'

type OptInProps = { promotion: PromotionRow; onChanged: () => void }
type Joined = Answer<typeof calls.optIn>

/** The button that joins a promotion; after joining, the next step. */
export function OptIn({ promotion, onChanged }: OptInProps) {
  const { t, i18n } = useLingui()
  const lang = useLang()
  const login = useLoginAddress()
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  const { stage, failed, unknown, run } = useCommand<Joined>()
  const { promotion_id, state, title } = promotion
  const [joinedHere, setJoinedHere] = useState(false)
  if (promotion.progress) return <NextStep promotion={promotion} isFocused={joinedHere} />
  if (state !== 'open') return null
  if (!signedIn) return <Link className={style.way} href={login}>{t`Log in to join`}</Link>
  const join = async (): Promise<void> => {
    if (await run(joinCommand(promotion_id, lang))) setJoinedHere(true)
    onChanged()
  }
  return (
    <>
      {stage === 'checking' && <Notice tone="info">{t`We're checking whether you joined.`}</Notice>}
      {unknown && <Notice>{t`We lost the connection before you joined. Trying again never joins twice.`}</Notice>}
      <Notice>{failed && refusalText(failed, failureText(i18n, failed))}</Notice>
      <Button disabled={stage !== 'ready'} aria-label={t`Join ${title}`} onClick={() => void join()}>
        {stage === 'ready' ? t`Join` : t`Sending…`}
      </Button>
    </>
  )
}

/** The reason why a promotion cannot be joined; the server sends it in the bettor's language. */
const refusalText = ({ code, error }: Failed, text: string): string => (code === 'not_available' ? error : text)

const joinCommand = (promotion_id: string, lang: 'en' | 'sw'): Command<Joined> => ({
  about: ['join', promotion_id],
  request:
    (id) =>
    async (_send, _state, { call }) => {
      const reply = await call(calls.optIn, { promotion_id, id, lang })
      return reply.ok ? { ok: true, value: reply.body } : reply
    },
})
