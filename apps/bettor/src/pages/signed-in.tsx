import { Trans } from '@lingui/react/macro'
import type { EmptyState } from '@nare/ui/empty-state'
import type { ComponentProps, ReactNode } from 'react'
import { useApp } from '../state/hooks.ts'
import { NothingHere } from './nothing-here.tsx'
import style from './pages.module.css'
import { useLoginAddress } from './use-login-address.ts'

type SignedInProps = { title: ReactNode; as?: 'h1' | 'h2'; reason: ReactNode; children: ReactNode }

/**
 * Shows its children to a logged-in bettor, and to guests the title and the login prompt. The title is the heading of the page;
 * on a page with another heading it is an `h2`.
 */
export function SignedIn({ title, as: Heading = 'h1', reason, children }: SignedInProps) {
  const signedIn = useApp(({ auth }) => auth.isLoggedIn)
  if (signedIn) return children
  return (
    <section className={style.message}>
      <Heading>{title}</Heading>
      <LoginPrompt drawing="bets">{reason}</LoginPrompt>
    </section>
  )
}

type LoginPromptProps = Pick<ComponentProps<typeof EmptyState>, 'drawing' | 'children'>

/** Why a guest should log in, and a link to the login, which leads back to this page with its query. */
export function LoginPrompt({ drawing, children }: LoginPromptProps) {
  const login = useLoginAddress()
  return (
    <NothingHere drawing={drawing} href={login} link={<Trans>Log in</Trans>}>
      {children}
    </NothingHere>
  )
}
