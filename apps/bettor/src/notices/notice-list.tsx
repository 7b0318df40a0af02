import { dismiss, useNotices, type NoticeText } from './notices.ts'
import style from './notices.module.css'

/** The position of a notice: at the top for the end of a session, otherwise above the bottom bars. */
export function Notices() {
  const notices = useNotices()
  return (
    <>
      <Place notices={notices.filter(({ top }) => top)} className={style.top ?? ''} />
      <Place notices={notices.filter(({ top }) => !top)} className={style.bottom ?? ''} />
    </>
  )
}

function Place({ notices, className }: { notices: readonly NoticeText[]; className: string }) {
  return (
    <div role="status" aria-live="polite" className={`${style.place} ${className}`}>
      {notices.map(({ id, message, description, action }) => (
        <div key={id} className={style.notice}>
          <div>
            <strong>{message}</strong>
            {description && <span>{description}</span>}
          </div>
          {action && (
            <button
              type="button"
              onClick={() => {
                action.run()
                dismiss(id)
              }}
            >
              {action.label}
            </button>
          )}
        </div>
      ))}
    </div>
  )
}
