import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { notify } from '../../notices/notices.ts'
import { useApp } from '../../state/hooks.ts'
import { safePath } from './safe-path.ts'

/** Leaves the login and sign-up pages to the page that led there, also with picks in the slip: its bar is there too. */
export function useEnter(): (to: string | null) => void {
  const { t } = useLingui()
  const [, go] = useLocation()
  const picks = useApp(({ betting }) => betting.slip.length)
  return (to) => {
    if (picks > 0)
      notify({ message: t`${plural(picks, { one: 'Your pick is kept', other: 'Your # picks are kept' })}` })
    go(safePath(to), { replace: true })
  }
}

/** Leaves a login or sign-up page if the bettor was logged in when it opened, for example after Back. */
export function useLeaveIfLoggedIn(to: string | null): void {
  const [, go] = useLocation()
  const [wasLoggedIn] = useState(useApp(({ auth }) => auth.user?.verified === true))
  useEffect(() => {
    if (wasLoggedIn) go(safePath(to), { replace: true })
  }, [wasLoggedIn, go, to])
}
