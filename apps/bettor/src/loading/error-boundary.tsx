import { Trans } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Component, type ReactNode } from 'react'
import { commandId } from '../state/browser.ts'
import style from '../pages/pages.module.css'
import { refreshAndReloadPage } from './chunk.ts'

type State = { fault: Error | undefined; reference: string }

/** Catches the error of a screen and shows a message with a reference that the bettor can copy, and a retry button. */
export class ErrorBoundary extends Component<{ children: ReactNode; at: string }, State> {
  override state: State = { fault: undefined, reference: '' }

  static getDerivedStateFromError(fault: Error): State {
    return { fault, reference: commandId().slice(0, 8).toUpperCase() }
  }

  override componentDidCatch(fault: Error): void {
    console.error(this.state.reference, fault)
  }

  override componentDidUpdate(before: { at: string }): void {
    if (before.at !== this.props.at && this.state.fault) this.setState({ fault: undefined })
  }

  override render(): ReactNode {
    const { fault, reference } = this.state
    if (!fault) return this.props.children
    return (
      <section className={style.message} role="alert">
        <h1 data-own>
          {fault.message === 'Loading chunk failed' ? fault.message : <Trans>Something went wrong</Trans>}
        </h1>
        <p>
          <Trans>This page could not be shown. No money moved because of it.</Trans>
        </p>
        <p>
          <Trans>
            Reference: <code>{reference}</code>
          </Trans>
        </p>
        <Button
          onClick={({ currentTarget }) => {
            currentTarget.disabled = true
            void refreshAndReloadPage()
          }}
        >
          <Trans>Retry</Trans>
        </Button>
      </section>
    )
  }
}
