import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { useState } from 'react'
import { Link } from 'wouter'
import style from './content.module.css'
import { scoreOf } from './self-test.ts'

/** The nine PGSI questions. The answers are not sent or stored. */
export function SelfTest() {
  const { t } = useLingui()
  const questions = [
    t`Have you bet more than you could really afford to lose?`,
    t`Have you needed to bet with larger amounts to get the same excitement?`,
    t`Have you gone back another day to try to win back what you lost?`,
    t`Have you borrowed money or sold anything to bet?`,
    t`Have you felt that you might have a problem with betting?`,
    t`Have people criticised your betting, whether you thought it true or not?`,
    t`Have you felt guilty about the way you bet or what happens when you do?`,
    t`Has betting caused you stress, anxiety or other problems with your health?`,
    t`Has betting caused money problems for you or your household?`,
  ]
  const choices = [t`Never`, t`Sometimes`, t`Most of the time`, t`Almost always`]
  const [answers, setAnswers] = useState<readonly (number | undefined)[]>(questions.map(() => undefined))
  const [shown, setShown] = useState(false)
  const score = scoreOf(answers)
  return (
    <section className={style.test} aria-label={t`Self-test`}>
      <ol>
        {questions.map((question, at) => (
          <li key={at}>
            <label>
              {question}
              <select
                value={answers[at] ?? ''}
                onChange={(event) => {
                  const given = event.target.value === '' ? undefined : Number(event.target.value)
                  setAnswers(answers.map((old, place) => (place === at ? given : old)))
                }}
              >
                <option value="">{t`Choose`}</option>
                {choices.map((choice, points) => (
                  <option key={points} value={points}>
                    {choice}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ol>
      <Button look="soft" onClick={() => setShown(true)}>{t`Show result`}</Button>
      <p role="status">
        {shown && score === undefined && t`Answer all nine questions to see your result`}
        {shown && score !== undefined && <Meaning score={score} />}
      </p>
    </section>
  )
}

function Meaning({ score }: { score: number }) {
  const { t } = useLingui()
  if (score === 0) return t`0 of 27: your answers don't point to a problem. Limits are still a good idea.`
  if (score <= 2) return <Trans>{score} of 27: a low risk. Set a limit while it's easy.</Trans>
  return (
    <>
      {score <= 7 ? (
        <Trans>{score} of 27: a moderate risk. A limit or a break now makes it easier.</Trans>
      ) : (
        <Trans>{score} of 27: betting is probably harming you. Call the help line and take a break.</Trans>
      )}{' '}
      <Link href="/profile?tab=limits">{t`Limits and breaks`}</Link>
    </>
  )
}
