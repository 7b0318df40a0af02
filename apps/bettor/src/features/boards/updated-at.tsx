import { Trans, useLingui } from '@lingui/react/macro'
import { kickoff } from '@nare/ui/format'
import style from './boards.module.css'

type UpdatedProps = { at: string | undefined; hasNewer: boolean; onShow: () => void }

/** The time at which the ranks were counted, and a button that shows newer ranks if there are any. */
export function UpdatedAt({ at, hasNewer, onShow }: UpdatedProps) {
  const { i18n, t } = useLingui()
  const time = at && kickoff(at, i18n.locale).slice(-5)
  return (
    <p className={style.updated} role="status">
      {hasNewer ? (
        <button type="button" onClick={onShow}>{t`Show new ranks`}</button>
      ) : (
        time && <Trans>Updated {time}</Trans>
      )}
    </p>
  )
}
