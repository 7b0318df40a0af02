import { useLingui } from '@lingui/react/macro'
import { terms } from '@nare/contract/terms'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { Sheet } from '@nare/ui/sheet'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call } from '../../state/browser.ts'
import { useRead } from '../../state/use-read.ts'
import style from './account.module.css'

const freshMs = 600_000
const page = '/terms-and-conditions'
/** Where nobody is asked: the terms themselves, and money on its way out. */
const quietPages = [page, '/withdraw']

/** Asks a bettor to accept new terms, once a visit. Everything works without it. */
export function TermsWatch() {
  const { t, i18n } = useLingui()
  const [path, go] = useLocation()
  const { body, again } = useRead(terms.terms, {}, freshMs)
  const [answered, setAnswered] = useState<string>()
  const [error, setError] = useState<string>()
  const { busy, once } = useOnce()
  if (!body?.data.is_asked || answered === body.data.current || quietPages.includes(path)) return null
  const { current } = body.data
  const accept = (): Promise<void> =>
    once(async () => {
      const reply = await call(terms.acceptTerms, { version: current })
      setError(reply.ok ? undefined : failureText(i18n, reply))
      if (reply.ok) setAnswered(current)
      again()
    })
  return (
    <Sheet open title={t`New terms`} closeLabel={t`Close`} onClose={() => setAnswered(current)}>
      <div className={style.asked}>
        <p>{t`Our terms and conditions have changed. Please read and accept version ${current}. You can withdraw your money in any case.`}</p>
        <Notice>{error}</Notice>
        <Button wide disabled={busy} onClick={() => void accept()}>{t`I accept the terms`}</Button>
        <Button look="soft" wide onClick={() => go(page)}>{t`Read the terms`}</Button>
        <Button look="plain" wide onClick={() => setAnswered(current)}>{t`Later`}</Button>
      </div>
    </Sheet>
  )
}
