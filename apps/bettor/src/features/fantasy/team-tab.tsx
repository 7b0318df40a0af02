import { Trans, useLingui } from '@lingui/react/macro'
import { fantasy as calls, type FantasyWeekDetails } from '@nare/contract/fantasy'
import { elevenSize } from '@nare/fantasy/team'
import { Button } from '@nare/ui/button'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { useOnce } from '../../forms/use-once.ts'
import { notify } from '../../notices/notices.ts'
import { useLoginAddress } from '../../pages/use-login-address.ts'
import { useLite } from '../../preferences/use-lite.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { call, commandId } from '../../state/browser.ts'
import { costOf, faultOf, filled, shapeOf, type Draft, type Squads } from './draft.ts'
import { Picker } from './picker.tsx'
import { Pitch } from './pitch.tsx'
import { TeamList } from './team-list.tsx'
import { useFaultText } from './texts.ts'
import { useDraft } from './use-draft.ts'
import style from './fantasy.module.css'

type Props = { week: FantasyWeekDetails; signedIn: boolean; onSaved: () => void }

/** The tab to choose a team: eleven and bench as a list or on a pitch, players to add, and a foot with budget, formation and missing players. */
export function TeamTab({ week, signedIn, onSaved }: Props) {
  const { t } = useLingui()
  const lite = useLite()
  const pause = useExclusion()
  const [onPitch, setOnPitch] = useState(false)
  const squads: Squads = useMemo(
    () => ({ byId: new Map(week.players.map((player) => [player.player_id, player])), budget: week.budget }),
    [week.players, week.budget],
  )
  const { draft, isSaved, canUndo, change, undo, forget } = useDraft(week.week_id, week.team)
  const save = useSave(week.week_id, draft, () => {
    onSaved()
    forget()
  })
  const [refused, refuse] = useState<string | undefined>()
  const edit = (next: Draft): void => {
    refuse(undefined)
    change(next)
  }
  const isFull = draft.eleven.length + draft.bench.length === 15
  return (
    <div className={style.columns}>
      <section aria-label={t`My team`}>
        <div className={style.tools}>
          {!lite && (
            <Button look="soft" small aria-pressed={onPitch} onClick={() => setOnPitch(!onPitch)}>
              {onPitch ? t`Show as list` : t`Show on pitch`}
            </Button>
          )}
          <Button look="soft" small aria-disabled={!canUndo} onClick={undo}>{t`Undo`}</Button>
          <Button look="soft" small aria-disabled={isFull} onClick={() => isFull || edit(filled(draft, squads))}>
            <Trans>Fill the rest</Trans>
          </Button>
        </div>
        {onPitch && !lite && <Pitch draft={draft} squads={squads} onCaptain={edit} />}
        <TeamList draft={draft} squads={squads} onChange={edit} onRefuse={refuse} />
      </section>
      <Picker week={week} draft={draft} squads={squads} onChange={edit} onRefuse={refuse} />
      {!pause && <Foot {...{ draft, squads, isSaved, signedIn, refused, save }} />}
    </div>
  )
}

type FootProps = {
  draft: Draft
  squads: Squads
  isSaved: boolean
  signedIn: boolean
  refused: string | undefined
  save: ReturnType<typeof useSave>
}

/** The pinned foot: remaining budget, formation, what is missing or refused, and the save button. Hidden during a break. */
function Foot({ draft, squads, isSaved, signedIn, refused, save }: FootProps) {
  const { t } = useLingui()
  const faultText = useFaultText()
  const login = useLoginAddress()
  const fault = faultOf(draft, squads)
  const left = squads.budget - costOf(draft, squads)
  // A button without an effect stays focusable, so that keyboard users keep their place.
  const isOff = fault !== undefined || isSaved || save.busy
  const problem = refused ?? save.failed ?? (fault && faultText(fault))
  return (
    <div className={style.foot} data-up>
      <p>
        <span>
          <Trans>
            Budget left <b className="num">{left}</b>
          </Trans>
        </span>
        {draft.eleven.length === elevenSize && (
          <span>
            <span className="unseen">{t`Formation`} </span>
            <b className="num">{shapeOf(draft, squads)}</b>
          </span>
        )}
        <span>
          <Trans>
            <b className="num">{draft.eleven.length + draft.bench.length}</b> of 15 players
          </Trans>
        </span>
      </p>
      <p role="status" data-refused={(refused ?? save.failed) !== undefined || undefined}>
        {problem ?? (isSaved ? t`Your team is saved` : t`Ready to save`)}
      </p>
      {signedIn ? (
        <Button aria-disabled={isOff} onClick={() => isOff || save.save()}>
          {isSaved ? t`Saved` : t`Save team`}
        </Button>
      ) : (
        <Link href={login} className={style.login}>{t`Log in to save your team`}</Link>
      )}
    </div>
  )
}

/** Saves a draft. A save without a response is repeated with the same id until the server accepts or refuses it. */
function useSave(weekId: string, draft: Draft, onSaved: () => void) {
  const { t, i18n } = useLingui()
  const { busy, once } = useOnce()
  const [failed, setFailed] = useState<string | undefined>()
  const sent = useRef<{ content: string; id: string } | undefined>(undefined)
  const save = (): void =>
    void once(async () => {
      const input = {
        week_id: weekId,
        players: [...draft.eleven],
        captain: draft.captain ?? '',
        bench: [...draft.bench],
      }
      const content = JSON.stringify(input)
      if (sent.current?.content !== content) sent.current = { content, id: commandId() }
      const reply = await call(calls.saveTeam, { ...input, id: sent.current.id })
      if (reply.ok || (reply.status >= 400 && reply.status < 500)) sent.current = undefined
      if (reply.ok) {
        setFailed(undefined)
        notify({ message: t`Your team is saved` })
        onSaved()
      } else if (reply.code === 'deadline_passed') {
        setFailed(t`The deadline has passed. Choose a team for the next week`)
      } else setFailed(failureText(i18n, reply))
    })
  return { busy, failed, save }
}
