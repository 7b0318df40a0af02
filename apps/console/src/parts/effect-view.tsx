import type { EffectView } from '@nare/contract/effect'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useLayoutEffect, useRef } from 'react'
import { amountText, countText } from './format.ts'
import { effectText } from './effect-text.ts'
import type { PreviewState } from './use-preview.ts'
import style from './effect-view.module.css'

type Props = {
  readonly preview: PreviewState
  /** Why it cannot be asked yet. */
  readonly missing: string | undefined
  readonly onAsk: () => void
}

/**
 * What a command will do: its sentence, the sums, the largest tickets and who will owe. Until it is seen, Enter in a field of the form before it
 * asks for it, because its button is then the first of the form that sends. Then the reason has the focus: nothing else is left to do.
 */
export function EffectPreview({ preview, missing, onAsk }: Props) {
  const effect = preview.state === 'shown' || preview.state === 'counting' ? preview.effect : undefined
  const section = useRef<HTMLElement>(null)
  const isAsked = useRef(false)
  // Before the effect is seen, so that what is typed on sight of it belongs to the reason.
  useLayoutEffect(() => {
    if (preview.state === 'counting' || !isAsked.current) return
    isAsked.current = false
    if (preview.state === 'shown')
      section.current?.closest('form')?.querySelector<HTMLElement>('[data-reason]')?.focus()
  }, [preview.state])
  return (
    <section ref={section} className={style.preview} aria-label="What will happen" aria-live="polite">
      <Button
        look="soft"
        type={preview.state === 'shown' ? 'button' : 'submit'}
        disabled={missing !== undefined || preview.state === 'counting'}
        onClick={(event) => {
          event.preventDefault()
          isAsked.current = true
          onAsk()
        }}
      >
        {preview.state === 'counting' ? 'Counting…' : (missing ?? 'See what will happen')}
      </Button>
      {preview.state === 'refused' && (
        <Notice>{[preview.reply.error, ...Object.values(preview.reply.fields)].join('. ')}</Notice>
      )}
      {preview.state === 'counting' && effect && effect.of > 0 && (
        <p>
          {countText(effect.legs)} of {countText(effect.of)} picks
        </p>
      )}
      {effect && preview.state === 'shown' && (
        <>
          <p>{effectText(effect)}</p>
          {effect.cash && effect.cash.length > 0 && <ChangeTable name="Their cash" rows={effect.cash} />}
          {effect.bonus && <ChangeTable name="Their bonus money" rows={effect.bonus} />}
          {effect.points && (
            <ChangeTable
              name="Their points"
              rows={effect.points.map((row) => ({
                ...row,
                before: countText(row.before),
                after: countText(row.after),
              }))}
              textOf={(points) => points}
            />
          )}
          {effect.later && effect.later.to.length > 0 && (
            <AmountTable name="The largest prizes" rows={effect.later.to} />
          )}
          {effect.payees === undefined && effect.bets > 0 && (
            <table>
              <caption>What the tickets are paid</caption>
              <thead>
                <tr>
                  <th scope="col">Ticket</th>
                  <th scope="col">Bettor</th>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </tr>
              </thead>
              <tbody>
                {effect.largest.map(({ ticket_id, bettor_id, before, after }) => (
                  <tr key={ticket_id}>
                    <td>
                      <a href={`/console/bets/${ticket_id}`}>{ticket_id}</a>
                    </td>
                    <td>{bettor_id}</td>
                    <td className="num">{amountText(before)}</td>
                    <td className="num">{amountText(after)}</td>
                  </tr>
                ))}
                <tr>
                  <th scope="row" colSpan={2}>
                    All {countText(effect.bets)}
                  </th>
                  <td className="num">{amountText(effect.taken_back)}</td>
                  <td className="num">{amountText(effect.paid)}</td>
                </tr>
              </tbody>
            </table>
          )}
          {effect.debts.length > 0 && <AmountTable name="Who will owe" rows={effect.debts.slice(0, 10)} />}
        </>
      )}
    </section>
  )
}

type Changes = {
  readonly name: string
  readonly rows: readonly { readonly bettor_id: string; readonly before: string; readonly after: string }[]
  readonly textOf?: (amount: string) => string
}

/** What bettors have before and after, where no ticket is concerned. */
function ChangeTable({ name, rows, textOf = amountText }: Changes) {
  return (
    <table>
      <caption>{name}</caption>
      <thead>
        <tr>
          <th scope="col">Bettor</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ bettor_id, before, after }) => (
          <tr key={bettor_id}>
            <td>{bettor_id}</td>
            <td className="num">{textOf(before)}</td>
            <td className="num">{textOf(after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function AmountTable({ name, rows }: { readonly name: string; readonly rows: EffectView['debts'] }) {
  return (
    <table>
      <caption>{name}</caption>
      <tbody>
        {rows.map(({ bettor_id, amount }) => (
          <tr key={bettor_id}>
            <td>{bettor_id}</td>
            <td className="num">{amountText(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
