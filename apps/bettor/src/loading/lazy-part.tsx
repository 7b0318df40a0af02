import { Trans } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { refreshAndReloadPage } from './chunk.ts'

type Options = {
  /** Shown while the part loads. */
  loading?: ReactNode
  /**
   * Shown in place of a part that failed: a short message with a retry button; `null` shows nothing, for a part that the page
   * does not need.
   */
  failed?: null
  /** Called when the part failed. */
  onFailed?: () => void
}

/**
 * A lazily loaded part of a page. If it cannot be loaded or throws, the failure is shown in its place and the rest of the page
 * stays. A retry reloads the page, because browsers cache a failed import until then.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading = null, failed, onFailed }: Options = {},
): ComponentType<Props> {
  const make = () =>
    lazy<ComponentType<Props>>(() => load().then((part) => ({ default: part }))) as ComponentType<Props>
  let Loaded = make()
  const onError = (): void => {
    // React keeps the failure of a lazy component, so the next render of the part needs a new one.
    Loaded = make()
    onFailed?.()
  }
  return function Part(props: Props) {
    const [Current] = useState(() => Loaded)
    return (
      <PartBoundary fallback={failed === null ? null : <Failed />} onError={onError}>
        <Suspense fallback={loading}>
          <Current {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

function Failed() {
  return (
    <div role="alert" className="part-failed">
      <p>
        <Trans>This part could not be loaded.</Trans>
      </p>
      <Button small look="soft" onClick={() => void refreshAndReloadPage()}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}

type BoundaryProps = { children: ReactNode; fallback: ReactNode; onError: () => void }

class PartBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(fault: Error): void {
    console.error(fault)
    this.props.onError()
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
