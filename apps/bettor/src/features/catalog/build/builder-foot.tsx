import { Trans, useLingui } from '@lingui/react/macro'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { useState, type ReactNode } from 'react'
import { legTitle } from '../../../i18n/pick-text.ts'
import type { PickPart } from '../../../state/picks.ts'
import { reasonSentence, type Refused } from './clash-text.ts'
import { pickKey } from './together.ts'
import type { Combined } from './use-combination.ts'
import style from './build.module.css'

type FootProps = {
  match: MatchView
  picks: readonly PickPart[]
  /** The answer about the picks; undefined while there are too few. */
  now: { answer: Combined | undefined; isFailed: boolean; isOld: boolean } | undefined
  refused: Refused | undefined
  /** Whether the refused pick can take the place of those that it does not go with. */
  canSwap: boolean
  onSwap: (refused: Refused) => void
  onRetry: () => void
  /** Stake and buttons. */
  children: ReactNode
}

/** Why the last pick was not taken, the price of all beside the product of the singles, and below it stake and buttons. */
export function BuilderFoot({ match, picks, now, refused, canSwap, onSwap, onRetry, children }: FootProps) {
  const { t } = useLingui()
  const { answer, isFailed = false, isOld = false } = now ?? {}
  const price = answer?.odd_value
  const title = legTitle({ ...blank, ...match, parts: picks })
  return (
    <div className={style.foot}>
      {refused && (
        <p role="alert" className={style.refused}>
          <Icon name="alert" size={16} />
          <span>{reasonSentence(refused.part, refused.reason, match)}</span>
          {canSwap && <button type="button" onClick={() => onSwap(refused)}>{t`Swap`}</button>}
        </p>
      )}
      {isFailed && !answer ? (
        <p role="alert" className={style.refused}>
          <span>{t`The price could not be loaded`}</span>
          <button type="button" onClick={onRetry}>{t`Retry`}</button>
        </p>
      ) : (
        <p className={style.sum} data-waiting={(now && isOld) || undefined}>
          <span>{now ? title : <Trans>One price for all</Trans>}</span>
          {price && answer.singles && (
            <span className={style.singles}>
              <Trans>
                <s className="num">{answer.singles}</s> multiplied
              </Trans>
            </span>
          )}
          <b className="num">{price ?? '–'}</b>
        </p>
      )}
      {now && answer && !price && <p className={style.none}>{t`These picks have no price together now`}</p>}
      {children}
      <Spoken of={picks.map(pickKey).join('\n')} text={price ? `${title}, ${price}` : undefined} />
    </div>
  )
}

const blank = { sub_type_id: '900', odd_key: '', display: '', market: '' }

/** Says the price of new picks to screen readers once; its later moves are not spoken. */
function Spoken({ of, text }: { of: string; text: string | undefined }) {
  const [said, setSaid] = useState<{ of: string; text: string } | undefined>()
  if (text !== undefined && said?.of !== of) setSaid({ of, text })
  return (
    <p role="status" className="unseen">
      {said?.of === of && said.text}
    </p>
  )
}
