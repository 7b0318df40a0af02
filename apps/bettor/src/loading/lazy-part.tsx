import { Trans } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

type Options = {
  /** Shown while the part loads. */
  loading?: ReactNode
  /** Shown where the part failed: by default a short message with a retry button; `null` for a part nobody misses. */
  failed?: null
  /** Called when the part failed. */
  onFailed?: () => void
}

/**
 * A part of a page that is loaded by itself. When it cannot be loaded or throws, only its own place shows that; the page
 * around it stays, and a retry loads and renders the part again without reloading the page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading = null, failed, onFailed }: Options = {},
): ComponentType<Props> {
  const make = () => lazy<ComponentType<Props>>(() => load().then((part) => ({ default: part })))
  let Current = make()
  return function Part(props: Props) {
    const [attempt, setAttempt] = useState(0)
    const retry = (): void => {
      // A lazy component keeps its rejection, so a retry needs a new one.
      Current = make()
      setAttempt(attempt + 1)
    }
    const Loaded = Current as ComponentType<Props>
    return (
      <PartBoundary key={attempt} fallback={failed === null ? null : <Failed onRetry={retry} />} onFailed={onFailed}>
        <Suspense fallback={loading}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="part-failed">
      <p>
        <Trans>This part could not be loaded.</Trans>
      </p>
      <Button small look="soft" onClick={onRetry}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  )
}

type BoundaryProps = { children: ReactNode; fallback: ReactNode; onFailed: (() => void) | undefined }

class PartBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(fault: Error): void {
    console.error(fault)
    this.props.onFailed?.()
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
