import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { currencySign } from '@nare/ui/format'
import { useEffect, useId } from 'react'
import { loadMessages } from '../../i18n/locale.ts'
import { useClearSlip } from '../../slip/clear-slip.ts'
import { betCtaOf } from '../../slip/cta.ts'
import { PlacementNotice, SlipFoot, Sums } from '../../slip/foot.tsx'
import { useKeptChoices } from '../../slip/kept-choices.ts'
import { preview, type Preview } from '../../slip/preview.ts'
import { EmptySlip, RemovePick, SlipBody, SlipScreen } from '../../slip/slip.tsx'
import { Stake } from '../../slip/stake.tsx'
import { useBetAction } from '../../slip/use-bet-action.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import { useSentBets, useUnresolved } from '../../slip/use-sent-bets.ts'
import { lastStake } from '../../slip/use-stake.ts'
import { without } from '../../state/betting.ts'
import { stored } from '../../state/browser.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import { slip } from '../../state/slips.ts'
import { LeagueLeg, oddsAndPayout } from './league-leg.tsx'
import { LeagueReceipt } from './league-receipt.tsx'
import { league, placeLeagueSlip, tools } from './place-league.ts'
import style from './league-slip.module.css'

/** The league slip in the right column of wide screens, or as a page. */
export function LeagueSlipColumn({ page = false }: { page?: boolean }) {
  const picks = usePicks().length
  const title = (
    <>
      <Trans>Nare league slip</Trans> <span>{picks}</span>
    </>
  )
  return (
    <SlipScreen page={page} title={title}>
      <LeagueSlip />
    </SlipScreen>
  )
}

export const LeagueSlipPage = () => <LeagueSlipColumn page />

const usePicks = (): readonly Pick[] => useApp((state) => slip('league').of(state.betting))

/** Odds and possible win of the slip. */
export function useLeaguePreview(): Preview {
  const prices = usePicks().map(({ odd_value }) => odd_value)
  const stake = useApp((state) => state.betting.kiron_stake)
  useKeptChoices('league')
  return preview({ prices, type: prices.length === 1 ? 'single' : 'multi', system: [], stake, boost: undefined })
}

/** The league betslip: picks, stake, possible payout and the place button; after placing, the receipt. It holds no sports picks. */
export function LeagueSlip() {
  const { t } = useLingui()
  const picks = usePicks()
  useUnresolved(league, tools)
  useSentBets(league, tools)
  useEffect(() => void loadMessages('league', 'forms').catch(() => undefined), [])
  return (
    <SlipBody
      kind="league"
      receipt={([bet]) => bet && <LeagueReceipt bet={bet} />}
      filled={
        picks.length > 0 && (
          <>
            <ul className={style.legs}>
              {picks.map((pick) => (
                <LeaguePick key={pick.ucn} pick={pick} />
              ))}
            </ul>
            <Foot picks={picks.length} />
          </>
        )
      }
      empty={
        <EmptySlip href="/nare-league" link={t`See the matches`}>
          <Trans>Your league slip is empty. Tap a price to add a pick</Trans>
        </EmptySlip>
      }
    />
  )
}

function Foot({ picks }: { picks: number }) {
  const { t } = useLingui()
  const send = useSend()
  const clear = useClearSlip('league')
  const id = useId()
  const stake = useApp((state) => state.betting.kiron_stake)
  const currency = useApp(({ data }) => data.app_config?.currency ?? 'KES')
  const placement = useApp((state) => state.betting.placements.league)
  const bet = useBetFacts()
  const shown = useLeaguePreview()
  const place = (): void => {
    stored.write(lastStake.league, stake)
    void send(placeLeagueSlip(stake))
  }
  const actionOf = useBetAction({ place, back: 'league' })
  const action = actionOf(betCtaOf({ ...bet, stake, placing: placement.stage, refusal: placement.refusal }))
  return (
    <SlipFoot>
      <Stake kind="league" className={style.stake}>
        {(input) => (
          <>
            <label htmlFor={id}>
              {t`Stake`} <small>{currencySign(currency)}</small>
            </label>
            <input id={id} {...input} />
          </>
        )}
      </Stake>
      <PlacementNotice
        placement={placement}
        checking={t`We're checking whether this bet was placed. You don't need to place it again.`}
        unknown={t`We couldn't confirm this bet. If it was placed, it's in My bets. Trying again never places it twice.`}
      />
      <Sums className={style.sums} rows={oddsAndPayout(picks, shown.totalOdds, shown.win)} />
      <Button wide disabled={!action.run} onClick={action.run}>
        {action.label}
      </Button>
      <Button small look="plain" onClick={clear}>
        {t`Clear slip`}
      </Button>
    </SlipFoot>
  )
}

function LeaguePick({ pick }: { pick: Pick }) {
  const { t } = useLingui()
  const send = useSend()
  const picks = usePicks()
  return (
    <LeagueLeg
      leg={pick}
      end={<RemovePick pick={pick} onRemove={() => send(slip('league').set(without(picks, pick.match_id)))} />}
    >
      <small>
        {pick.competition_name} {pick.round && <>· {t`Round ${pick.round.round_number}`}</>} · #{pick.match_id}
      </small>
    </LeagueLeg>
  )
}
