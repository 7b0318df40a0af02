import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { GameName } from '@nare/contract/game-shapes'
import { games } from '@nare/contract/games'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { Notice } from '@nare/ui/notice'
import { Sheet } from '@nare/ui/sheet'
import { useRef, useState } from 'react'
import { useOnce } from '../../forms/use-once.ts'
import { failureText } from '../../i18n/failure-text.ts'
import { call, commandId } from '../../state/browser.ts'
import { useApp } from '../../state/hooks.ts'
import { useRead } from '../../state/use-read.ts'
import { isConclusive } from './rotation.ts'
import { RoundChecks } from './round-checks.tsx'
import style from './fairness.module.css'

type Revealed = Answer<typeof games.rotate>['revealed']

/** The fairness sheet: the current seeds, a button that changes them, and the check of each round. */
export function Fairness({ game, onClose }: { game: GameName; onClose: () => void }) {
  const { t } = useLingui()
  const isLoggedIn = useApp(({ auth }) => auth.isLoggedIn)
  const [rotations, setRotations] = useState(0)
  return (
    <Sheet open tall title={t`Fairness`} closeLabel={t`Close`} onClose={onClose}>
      <div className={style.fairness}>
        <p>
          <Trans>
            Before you play, the server fixes a secret seed and shows its fingerprint. Your own seed and the number of
            the round are mixed with it, so nobody can choose a result. Change seeds, and the secret is shown: then
            every round can be checked.
          </Trans>
        </p>
        {isLoggedIn ? (
          <>
            <Seeds onRotated={() => setRotations(rotations + 1)} />
            <RoundChecks key={rotations} game={game} />
          </>
        ) : (
          <p>{t`Log in to see your seeds and check your rounds.`}</p>
        )}
        <p className={style.more}>
          <a href="/v1/games/verify.html" download>{t`Save the page that checks rounds without a network`}</a>
        </p>
      </div>
    </Sheet>
  )
}

function Seeds({ onRotated }: { onRotated: () => void }) {
  const { i18n, t } = useLingui()
  const { body, failed, again } = useRead(games.seeds, {}, 0)
  const [revealed, setRevealed] = useState<Revealed | undefined>()
  const rotated = (answer: Revealed): void => {
    setRevealed(answer)
    again()
    onRotated()
  }
  return (
    <section>
      <h3>{t`Seeds in use`}</h3>
      {!body && failed && <Notice>{failureText(i18n, failed)}</Notice>}
      <dl>
        <dt>{t`Fingerprint of the server's seed`}</dt>
        <dd>
          <code>{body?.server_seed_hash ?? '…'}</code>
        </dd>
        <dt>{t`Your seed`}</dt>
        <dd>
          <code>{body?.client_seed ?? '…'}</code>
        </dd>
        <dt>{t`Number of the next round`}</dt>
        <dd className="num">{body?.nonce ?? '…'}</dd>
        <dt>{t`Fingerprint of the seed after this one`}</dt>
        <dd>
          <code>{body?.next_server_seed_hash ?? '…'}</code>
        </dd>
      </dl>
      <Rotate onRotated={rotated} />
      {revealed && <RevealedSeed revealed={revealed} />}
    </section>
  )
}

function RevealedSeed({ revealed }: { revealed: Revealed }) {
  return (
    <div role="status" className={style.revealed}>
      <p>
        <Plural
          value={revealed.rounds}
          one="The old seed was used for # round. It is shown now:"
          other="The old seed was used for # rounds. It is shown now:"
        />
      </p>
      <code>{revealed.server_seed}</code>
    </div>
  )
}

/** Changes the seeds. Until a reply is conclusive, the next press repeats the same command. */
function Rotate({ onRotated }: { onRotated: (revealed: Revealed) => void }) {
  const { t, i18n } = useLingui()
  const { busy, once } = useOnce()
  const [seed, setSeed] = useState('')
  const [error, setError] = useState<string | undefined>()
  const id = useRef<string | undefined>(undefined)
  const isValid = /^[\x20-\x7e]{0,64}$/.test(seed)
  const rotate = async (): Promise<void> => {
    id.current ??= commandId()
    const reply = await call(games.rotate, { id: id.current, ...(seed !== '' && { client_seed: seed }) })
    if (isConclusive(reply)) id.current = undefined
    setError(reply.ok ? undefined : failureText(i18n, reply))
    if (!reply.ok) return
    setSeed('')
    onRotated(reply.body.revealed)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) void once(rotate)
      }}
    >
      <Field
        label={t`Your new seed, if you like`}
        hint={t`Up to 64 letters, digits and signs`}
        error={isValid ? undefined : t`Use at most 64 plain letters, digits and signs`}
        autoComplete="off"
        spellCheck={false}
        value={seed}
        onChange={({ target }) => setSeed(target.value)}
      />
      <Notice>{error}</Notice>
      <Button type="submit" look="soft" wide disabled={busy}>{t`Change seeds and show the old one`}</Button>
    </form>
  )
}
