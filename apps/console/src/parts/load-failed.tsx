import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import style from './load-failed.module.css'

/** What could not be loaded, with the reason and a retry. */
export function LoadFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={style.failed}>
      <Notice>{error.message}</Notice>
      <Button look="soft" small onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
