import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveText } from '@nare/client/use-live'
import type { MatchView } from '@nare/contract/catalog'
import { Icon } from '@nare/ui/icon'
import { Price } from '@nare/ui/price'
import { marketName } from '../../../i18n/market-texts.ts'
import { partText } from '../../../i18n/pick-text.ts'
import type { PickPart } from '../../../state/picks.ts'
import { shortReason, type Reason } from './clash-text.ts'
import { onBoard, reasonOfPicked } from './offer.ts'
import { pickKey } from './together.ts'
import { partsMin, type Combined } from './use-combination.ts'
import style from './build.module.css'

type PicksProps = {
  match: MatchView
  picks: readonly PickPart[]
  combined: Combined | undefined
  onRemove: (part: PickPart) => void
}

/** The picks, each with its market and its price alone, and what they have together. */
export function BuilderPicks({ match, picks, combined, onRemove }: PicksProps) {
  const { t } = useLingui()
  const chance = combined?.one_in
  return (
    <>
      <ul aria-label={t`Your picks`}>
        {picks.map((part) => (
          <PickRow
            key={pickKey(part)}
            match={match}
            part={part}
            reason={combined && reasonOfPicked(part, combined, picks)}
            onRemove={() => onRemove(part)}
          />
        ))}
      </ul>
      <p className={style.fact}>
        <Icon name="info" size={18} />
        <span>
          {picks.length < partsMin ? (
            <Trans>Pick two or more of this match: they get one price</Trans>
          ) : chance ? (
            <Trans>
              <b>These go together:</b> 1 in {chance} by our model
            </Trans>
          ) : combined ? (
            <Trans>No chance is known for these picks now</Trans>
          ) : (
            '…'
          )}
        </span>
      </p>
    </>
  )
}

type RowProps = { match: MatchView; part: PickPart; reason: Reason | undefined; onRemove: () => void }

function PickRow({ match, part, reason, onRemove }: RowProps) {
  const { t } = useLingui()
  const name = partText(part, match)
  const price = useSinglePrice(match, part)
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>
          {marketName({ sub_type_id: part.sub_type_id, name: part.market })}
          {reason && (
            <>
              {' · '}
              <em data-why={reason.why}>{shortReason(reason, match)}</em>
            </>
          )}
        </small>
      </span>
      <Price value={price} />
      <button type="button" aria-label={t`Remove ${name}`} onClick={onRemove}>
        <Icon name="x" size={18} />
      </button>
    </li>
  )
}

/** The present price of a pick alone. */
function useSinglePrice(match: MatchView, part: PickPart): string | null {
  const found = onBoard(match, part)
  const live = useLiveText(
    `market:${match.match_id}:${part.sub_type_id}`,
    found?.line.special_bet_value,
    ({ odds }) => odds.find(([key]) => key === part.odd_key)?.[1] ?? '',
  )
  return (live ?? found?.outcome.odd_value) || null
}
