import { Plural, Trans } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import style from './slip.module.css'

/** The current boost of a multi and what more picks would add, as a fact beside the condition; without the offer on a break. */
export function BoostNote({ picks }: { picks: number }) {
  const { boost_percent: now, remaining_games: more, multiboostmessage } = useApp(({ betting }) => betting)
  const rules = useApp(({ data }) => data.app_config?.boost)
  const pause = useExclusion()
  const next = rules?.table.find(({ percent }) => percent > now)?.percent
  const offers = multiboostmessage !== '' && rules !== undefined && !pause
  return (
    <p className={style.hint}>
      <Icon name="bolt" size={16} />
      <span>
        <Trans>All {picks} picks must win.</Trans> {offers && now > 0 && <Trans>Your boost is {now}%.</Trans>}{' '}
        {offers && more > 0 && next !== undefined && (
          <Plural
            value={more}
            one={`# more pick at ${rules.min_leg} or more gives ${next}%.`}
            other={`# more picks at ${rules.min_leg} or more give ${next}%.`}
          />
        )}
      </span>
    </p>
  )
}
