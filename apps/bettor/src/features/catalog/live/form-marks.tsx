import { Plural, useLingui } from '@lingui/react/macro'
import { formOf, type FormMark, type Outcome } from './form.ts'
import style from './match-live.module.css'

/** The last results of a team as letters, the newest last; screen readers get the counts. */
export function FormMarks({ matches }: { matches: readonly { outcome: Outcome }[] }) {
  const { t } = useLingui()
  const marks = formOf(matches)
  const letters: Readonly<Record<FormMark, string>> = { W: t`W`, D: t`D`, L: t`L` }
  const count = (mark: FormMark): number => marks.filter((other) => other === mark).length
  return (
    <span className={style.form}>
      <span aria-hidden="true">
        {marks.map((mark, index) => (
          <i key={index} data-mark={mark}>
            {letters[mark]}
          </i>
        ))}
      </span>
      <span className="unseen">
        <Plural value={count('W')} one="# win" other="# wins" />,{' '}
        <Plural value={count('D')} one="# draw" other="# draws" />,{' '}
        <Plural value={count('L')} one="# defeat" other="# defeats" />
      </span>
    </span>
  )
}
