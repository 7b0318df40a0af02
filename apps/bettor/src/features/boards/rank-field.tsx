import { useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { useState, type FormEvent } from 'react'
import style from './boards.module.css'

/** A field that shows the page of an entered rank. */
export function RankField({ most, onRank }: { most: number; onRank: (rank: number) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const rank = Number(text)
    if (rank >= 1) onRank(Math.min(rank, most))
  }
  return (
    <form className={style.rank} onSubmit={submit}>
      <label>
        {t`Rank`}
        <input
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={text}
          onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        />
      </label>
      <Button small look="soft" type="submit">{t`Go`}</Button>
    </form>
  )
}
