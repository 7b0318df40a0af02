import { Plural, Trans } from '@lingui/react/macro'
import { Icon } from '@nare/ui/icon'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import style from './slip.module.css'

/** The winning condition of a multi, its current boost, and the boost of more picks. Offers no boost during a break. */
export function BoostNote({ picks }: { picks: number }) {
  const { boost_percent: current, remaining_games: morePicks, multiboostmessage } = useApp(({ betting }) => betting)
  const rules = useApp(({ data }) => data.app_config?.boost)
  const pause = useExclusion()
  const next = rules?.table.find(({ percent }) => percent > current)?.percent
  const offers = multiboostmessage !== '' && rules !== undefined && !pause
  return (
    <p className={style.hint}>
      <Icon name="bolt" size={16} />
      <span>
        <Plural value={picks} _2="Both picks must win." other="All # picks must win." />{' '}
        {offers && current > 0 && <Trans>Your boost is {current}%.</Trans>}{' '}
        {offers && morePicks > 0 && next !== undefined && (
          <Plural
            value={morePicks}
            one={`# more pick at ${rules.min_leg} or more gives ${next}%.`}
            other={`# more picks at ${rules.min_leg} or more give ${next}%.`}
          />
        )}
      </span>
    </p>
  )
}
