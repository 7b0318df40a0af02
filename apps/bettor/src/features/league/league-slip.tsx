import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@nare/ui/button'
import { Amount } from '@nare/ui/amount'
import { Price } from '@nare/ui/price'
import { useEffect, type ReactNode } from 'react'
import { Link } from 'wouter'
import { loadMessages } from '../../i18n/locale.ts'
import { useClearSlip } from '../../slip/clear-slip.ts'
import { betCtaOf, isNamedBy } from '../../slip/cta.ts'
import { Facts, KeptNote, PlacementNotice, SlipFoot } from '../../slip/foot.tsx'
import { preview, type Preview } from '../../slip/preview.ts'
import { EmptySlip, RemovePick, SlipBody, SlipScreen } from '../../slip/slip.tsx'
import { Stake } from '../../slip/stake.tsx'
import { useBetAction } from '../../slip/use-bet-action.ts'
import { useBetFacts } from '../../slip/use-bet-facts.ts'
import { useSentBets, useUnresolved } from '../../slip/use-sent-bets.ts'
import { lastStake, useKeptStake, useStake } from '../../slip/use-stake.ts'
import { without } from '../../state/betting.ts'
import { stored } from '../../state/browser.ts'
import { useApp, useSend } from '../../state/hooks.ts'
import type { Pick } from '../../state/picks.ts'
import { countdownText } from '../../state/league-clock.ts'
import { slip } from '../../state/slips.ts'
import { useNow } from '../../state/use-now.ts'
import { LeagueLeg } from './league-leg.tsx'
import { LeagueReceipt } from './league-receipt.tsx'
import { league, placeLeagueSlip, tools } from './place-league.ts'
import { useWinTax, WinTaxFact } from '../../slip/win-tax-fact.tsx'
import style from './league-slip.module.css'

type ColumnProps = {
  page?: boolean
  /** What follows the slip while it has no picks. */
  below?: ReactNode
}

/** The league slip in the right column of wide screens, or as a page. */
export function LeagueSlipColumn({ page = false, below }: ColumnProps) {
  const picks = usePicks().length
  const title = (
    <>
      <Trans>Nare league slip</Trans> <span>{picks}</span>
    </>
  )
  return (
    <SlipScreen page={page} title={title}>
      <LeagueSlip />
      {picks === 0 && below}
    </SlipScreen>
  )
}

export const LeagueSlipPage = () => <LeagueSlipColumn page />

const usePicks = (): readonly Pick[] => useApp((state) => slip('league').of(state.betting))

/** Odds and possible win of the slip. */
export function useLeaguePreview(): Preview {
  const prices = usePicks().map(({ odd_value }) => odd_value)
  const stake = useApp((state) => state.betting.kiron_stake)
  useKeptStake('league')
  return preview({ prices, type: prices.length === 1 ? 'single' : 'multi', system: [], stake, boost: undefined })
}

/** The league betslip: picks, stake, possible payout and the place button; after placing, the receipt. It holds no sports picks. */
export function LeagueSlip({ isLow = false }: { isLow?: boolean }) {
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
                <LeaguePick key={pick.ucn} pick={pick} isLow={isLow} />
              ))}
            </ul>
            <Foot picks={picks} isLow={isLow} />
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

function Foot({ picks, isLow }: { picks: readonly Pick[]; isLow: boolean }) {
  const { t } = useLingui()
  const send = useSend()
  const clear = useClearSlip('league')
  const [stake, setStake] = useStake('league')
  const placement = useApp((state) => state.betting.placements.league)
  const bet = useBetFacts()
  const { totalOdds, win } = useLeaguePreview()
  const winTax = useWinTax('league', [{ stake, win: win ?? '' }])
  const count = picks.length
  const place = (): void =>
    void send(placeLeagueSlip(stake)).then(({ placed }) => {
      if (placed > 0) stored.write(lastStake.league, stake)
    })
  const actionOf = useBetAction({ place, back: 'league', win: winTax?.paid ?? win })
  const cta = betCtaOf({ ...bet, stake, placing: placement.stage, refusal: placement.refusal })
  const action = actionOf(cta)
  return (
    <SlipFoot
      isLow={isLow}
      notice={
        <PlacementNotice
          placement={placement}
          checking={t`We're checking whether this bet was placed. You don't need to place it again.`}
          unknown={t`We couldn't confirm this bet. If it was placed, it's in My bets. Trying again never places it twice.`}
        />
      }
      stake={<Stake kind="league" stake={stake} setStake={setStake} />}
      facts={
        <Facts>
          <RoundCloses picks={picks} />
          {!isLow && (
            <>
              {t`Odds`}{' '}
              <b>
                <Price value={totalOdds} />
              </b>
            </>
          )}
          {!isLow && count > 1 && <Plural value={count} _2="Both picks must win." other="All # picks must win." />}
          {winTax && <WinTaxFact tax={winTax} />}
        </Facts>
      }
      payout={
        isLow && isNamedBy(cta, bet.balance) && !winTax
          ? undefined
          : { name: winTax ? t`Payout after tax` : t`Possible payout`, value: <Amount value={winTax?.paid ?? win} /> }
      }
      button={
        <>
          <Button wide disabled={!action.run} onClick={action.run}>
            {action.label}
          </Button>
          {bet.balance === null && <KeptNote />}
        </>
      }
    >
      <button type="button" onClick={clear}>{t`Clear slip`}</button>
      <Link href="/profile?tab=limits">{t`Limits`}</Link>
    </SlipFoot>
  )
}

/** The time until betting closes on the round that closes first. */
function RoundCloses({ picks }: { picks: readonly Pick[] }) {
  const now = useNow()
  const [first] = picks.flatMap(({ round }) => round ?? []).sort((a, b) => a.closes_at.localeCompare(b.closes_at))
  if (!first) return null
  const left = countdownText(Math.max(0, Math.ceil((Date.parse(first.closes_at) - now) / 1000)))
  return (
    <Trans>
      Round {first.round_number} closes in <b className="num">{left}</b>
    </Trans>
  )
}

function LeaguePick({ pick, isLow }: { pick: Pick; isLow: boolean }) {
  const send = useSend()
  const picks = usePicks()
  return (
    <LeagueLeg
      leg={pick}
      isLarge={isLow}
      end={
        !isLow && <RemovePick pick={pick} onRemove={() => send(slip('league').set(without(picks, pick.match_id)))} />
      }
    />
  )
}
