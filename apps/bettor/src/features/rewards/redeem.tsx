import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { points as calls } from '@nare/contract/points'
import type { Answer } from '@nare/contract/route'
import { Amount } from '@nare/ui/amount'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { dateWithYear } from '@nare/ui/format'
import { Notice } from '@nare/ui/notice'
import { Table } from '@nare/ui/table'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Link } from 'wouter'
import { countText } from '../../i18n/count-text.ts'
import { useAmount } from '../../forms/use-amount.ts'
import { useRules } from '../../forms/use-rules.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { redeemPoints } from '../../state/calls-rewards.ts'
import { noAnswer } from '../../commands/command-outcome.ts'
import { useShown } from '../../state/calls-shown.ts'
import { endOf, type Exclusion } from '../../state/exclusion.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import { updateUser } from '../../state/persistence.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { bonusFor, choicesOf, stepOf, type PointsTable } from './redeem-table.ts'
import { useCommand, useUnresolved, type Command } from './use-command.ts'
import { useFocus } from './use-focus.ts'
import style from './rewards.module.css'

type Redeemed = Answer<typeof calls.redeem>

/** Shows the value of points and exchanges them for bonus money: amount, inline confirmation, result. */
export function Redeem({ points, table: { redeem: rows } }: { points: number; table: PointsTable }) {
  const { t, i18n } = useLingui()
  const step = stepOf(rows)
  const pause = useExclusion()
  const [done, setDone] = useState<number | undefined>()
  const { stage, failed, unknown, redeem } = useRedeem()
  const [lost] = useUnresolved('redeem')
  if (step === undefined) return null
  const confirm = async (amount: number): Promise<boolean> => {
    setDone(undefined)
    const isDone = (await redeem(amount)) !== undefined
    if (isDone) setDone(amount)
    return isDone
  }
  return (
    <section aria-label={t`Redeem`}>
      <h2>{t`Redeem points`}</h2>
      <RedeemTable rows={rows} />
      {done !== undefined && <Redeemed points={done} bonus={bonusFor(rows, done)} />}
      <Notice>{failed && failureText(i18n, failed)}</Notice>
      {stage === 'checking' ? (
        <Notice tone="info">
          <Trans>We're checking whether your points were redeemed. You don't need to do it again.</Trans>
        </Notice>
      ) : lost && stage === 'ready' ? (
        <Unresolved points={Number(lost[0])} isSeen={unknown} onCheck={(amount) => void confirm(amount)} />
      ) : pause ? (
        <OnBreak of={pause} />
      ) : points < step ? (
        <p className={style.note}>
          <Trans>You can redeem once you have {countText(step)} points</Trans>
        </p>
      ) : (
        <RedeemForm points={points} rows={rows} step={step} busy={stage !== 'ready'} onConfirm={confirm} />
      )}
    </section>
  )
}

function RedeemTable({ rows }: { rows: PointsTable['redeem'] }) {
  const { t } = useLingui()
  return (
    <Table className={style.values}>
      <thead>
        <tr>
          <th scope="col">{t`Points`}</th>
          <th scope="col">{t`Bonus you get`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.points}>
            <th scope="row" className="num">
              {countText(row.points)}
            </th>
            <td>
              <Amount value={row.bonus} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function OnBreak({ of }: { of: Exclusion }) {
  const { i18n, t } = useLingui()
  useShown('promotions_withheld')
  const until = endOf(of)
  const end = until && dateWithYear(until, i18n.locale)
  return (
    <Notice tone="info">
      {end ? (
        <Trans>You're on a break until {end}. You can redeem points again then</Trans>
      ) : of.period === 'permanent' ? (
        t`You're excluded for good.`
      ) : (
        t`This account is closed.`
      )}
    </Notice>
  )
}

type FormProps = {
  points: number
  rows: PointsTable['redeem']
  step: number
  busy: boolean
  onConfirm: (points: number) => Promise<boolean>
}

function RedeemForm({ points, rows, step, busy, onConfirm }: FormProps) {
  const { t } = useLingui()
  const rules = useRules()
  const [text, setText] = useState('')
  const [asks, setAsks] = useState(false)
  const [wrong, setWrong] = useState<string | undefined>()
  const wanted = Number(text)
  const bonus = bonusFor(rows, wanted)
  const choose = (amount: string): void => {
    setText(amount)
    setWrong(undefined)
    setAsks(false)
  }
  const field = useAmount(text, choose)
  const review = (event: FormEvent): void => {
    event.preventDefault()
    const missing = rules.required(text, t`points`)
    if (missing) return setWrong(missing)
    if (bonus === undefined) return setWrong(t`Enter a multiple of ${countText(step)}`)
    if (wanted > points) return setWrong(t`You have ${countText(points)} points`)
    setAsks(true)
  }
  const confirm = async (): Promise<void> => {
    const isDone = await onConfirm(wanted)
    setAsks(false)
    if (isDone) setText('')
  }
  return (
    <form onSubmit={review} noValidate>
      <Field
        label={t`Points to redeem`}
        name="points"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        {...field}
        error={wrong}
        hint={
          bonus === undefined ? (
            <Trans>In steps of {countText(step)}</Trans>
          ) : (
            <Trans>
              You get <Amount value={bonus} /> as bonus
            </Trans>
          )
        }
      />
      <span role="group" aria-label={t`Quick amounts`} className={style.chips}>
        {choicesOf(rows, points).map((each) => (
          <button key={each} type="button" aria-pressed={each === wanted} onClick={() => choose(String(each))}>
            {countText(each)}
          </button>
        ))}
      </span>
      {asks && bonus !== undefined ? (
        <Confirm
          points={wanted}
          bonus={bonus}
          busy={busy}
          onConfirm={() => void confirm()}
          onCancel={() => setAsks(false)}
        />
      ) : (
        <Button wide type="submit">{t`Redeem points`}</Button>
      )}
    </form>
  )
}

type ConfirmProps = { points: number; bonus: string; busy: boolean; onConfirm: () => void; onCancel: () => void }

/** Asks the bettor to confirm the points spent and the bonus received, before anything is sent. */
function Confirm({ points, bonus, busy, onConfirm, onCancel }: ConfirmProps) {
  const { t } = useLingui()
  const count = countText(points)
  const first = useFocus<HTMLButtonElement>()
  return (
    <div className={style.confirm}>
      <p role="status">
        <Trans>
          {count} points become <Amount value={bonus} /> of bonus. Points that are redeemed don't come back
        </Trans>
      </p>
      <Button ref={first} wide disabled={busy} onClick={onConfirm}>
        {busy ? t`Sending…` : <Trans>Redeem {count} points</Trans>}
      </Button>
      <Button wide look="soft" disabled={busy} onClick={onCancel}>{t`Cancel`}</Button>
    </div>
  )
}

/** In English the server's message; in other languages a translated sentence with the same amounts. */
function Redeemed({ points, bonus }: { points: number; bonus: string | undefined }) {
  const { i18n, t } = useLingui()
  const message = useApp(({ data }) => data.points_message)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={box}>
      <Notice tone="good">
        {i18n.locale === 'en' && message ? (
          message
        ) : (
          <Trans>
            {countText(points)} points redeemed: <Amount value={bonus} /> of bonus is yours
          </Trans>
        )}{' '}
        <Link href="/profile?tab=bonus">{t`See your bonus`}</Link>
      </Notice>
    </div>
  )
}

type UnresolvedProps = { points: number; isSeen: boolean; onCheck: (points: number) => void }

/** A redemption without a response, of this visit or an earlier one. */
function Unresolved({ points, isSeen, onCheck }: UnresolvedProps) {
  return (
    <>
      <Notice tone={isSeen ? 'bad' : 'info'}>
        <Plural
          value={points}
          one="We lost the connection before # point was confirmed as redeemed. Checking never redeems it twice."
          other="We lost the connection before # points were confirmed as redeemed. Checking never redeems them twice."
        />
      </Notice>
      <Button wide onClick={() => onCheck(points)}>
        <Trans>Check and finish</Trans>
      </Button>
    </>
  )
}

/** Redeems points with one id and shows the new balances immediately. */
function useRedeem() {
  const send = useSend()
  const { run, ...state } = useCommand<Redeemed>()
  const redeem = async (amount: number): Promise<Redeemed | undefined> => {
    const answer = await run(redeemCommand(amount))
    if (answer) void send(updateUser({ points: answer.points, balance: answer.balance, bonus: answer.bonus }))
    return answer
  }
  return { ...state, redeem }
}

const redeemCommand = (points: number): Command<Redeemed> => ({
  about: ['redeem', String(points)],
  request: (id) => async (send) => {
    const result = await send(redeemPoints({ id, points }))
    if (redeemPoints.fulfilled.match(result)) return { ok: true, value: result.payload }
    return result.payload ?? noAnswer(calls.redeem.fallback)
  },
})
