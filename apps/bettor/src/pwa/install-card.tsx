import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { houseName } from '../i18n/house-name.ts'
import style from './install-prompt.module.css'

/** The size of the installed app, rounded up; budget.json enforces it. */
const sizeKb = 400
/** The offer to install the app, with its size. */
export function InstallCard({ onInstall, onDismiss }: { onInstall: () => void; onDismiss: () => void }) {
  const { t } = useLingui()
  return (
    <section className={style.card}>
      <p>
        <Trans>
          Put {houseName} on your home screen. It takes less than {sizeKb} KB and opens without a network.
        </Trans>
      </p>
      <Button small onClick={onInstall}>{t`Install`}</Button>
      <Button small look="plain" onClick={onDismiss}>{t`Not now`}</Button>
    </section>
  )
}
