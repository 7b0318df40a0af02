import { useLingui } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { houseName } from '../../i18n/house-name.ts'
import { notify } from '../../notices/notices.ts'
import own from './receipt.module.css'

/** A booking code with buttons to copy and to share it. */
export function BookingCode({ code }: { code: string }) {
  const { t } = useLingui()
  const message = t`My picks on ${houseName}, code ${code}: ${`${location.origin}/b/${code}`}`
  const copy = (): void =>
    void navigator.clipboard?.writeText(code).then(
      () => notify({ message: t`Booking code ${code} copied` }),
      () => {},
    )
  return (
    <div className={own.code}>
      <p>
        <small>{t`Booking code`}</small>
        <code>{code}</code>
      </p>
      {'clipboard' in navigator && <button type="button" onClick={copy}>{t`Copy`}</button>}
      {'share' in navigator ? (
        <button type="button" onClick={() => void navigator.share({ text: message }).catch(() => {})}>
          <Icon name="share" size={16} /> {t`Share`}
        </button>
      ) : (
        <a href={`https://wa.me/?text=${encodeURIComponent(message)}`} target="_blank" rel="noopener noreferrer">
          <Icon name="share" size={16} /> WhatsApp
        </a>
      )}
    </div>
  )
}
