import { Trans, useLingui } from '@lingui/react/macro'
import { crash } from '@nare/contract/crash'
import { games, type GameInfo } from '@nare/contract/games'
import { Amount } from '@nare/ui/amount'
import { Link } from 'wouter'
import { failureText } from '../../i18n/failure-text.ts'
import { useBusy } from '../../loading/busy.tsx'
import { PageBar } from '../../pages/page-bar.tsx'
import { PlayBalance } from '../../play/bar-tools.tsx'
import { ownGameNames, type OwnGame } from '../../play/game-names.ts'
import { GamePicture } from '../../play/game-picture.tsx'
import { useApp } from '../../state/hooks.ts'
import { useExclusion } from '../../state/use-exclusion.ts'
import { useRead } from '../../state/use-read.ts'
import { Retry } from '../../loading/retry.tsx'
import { gameTexts } from './game-texts.ts'
import { SessionLine } from './session-line.tsx'
import bar from './game-bar.module.css'
import tints from './tints.module.css'
import style from './list.module.css'

const freshMs = 600_000

/** The in-house games, each with its average return, which is hidden during a break, and its minimum stake. */
export function GameList() {
  const { t, i18n } = useLingui()
  const { body, failed, again } = useRead(games.list, {}, freshMs)
  const chain = useRead(crash.chain, {}, freshMs)
  // All tiles appear together: crash is the first tile, and would move the others if it appeared later.
  const isLoading = (!body && !failed) || (!chain.body && !chain.failed)
  const isOnBreak = useExclusion() !== undefined
  useBusy(isLoading)
  return (
    <section className={style.page} aria-label={t`Games`}>
      <PageBar title={t`Games`} back={{ href: '/', label: t`Back` }}>
        <SessionLine />
        <PlayBalance className={bar.balance} />
      </PageBar>
      <p className={style.about}>
        <Trans>Every result is drawn at random and fixed before you play. You can check each round yourself.</Trans>
      </p>
      {!body && failed && (
        <div className={style.failed}>
          <Retry why={failureText(i18n, failed)} again={again} />
        </div>
      )}
      {isLoading && (
        <div className={style.tiles} aria-busy="true">
          {Array.from({ length: 10 }, (_, tile) => (
            <i key={tile} />
          ))}
        </div>
      )}
      {!isLoading && body && (
        <ul className={style.tiles}>
          {chain.body && <CrashTile returned={chain.body.return_percent} isOnBreak={isOnBreak} />}
          {body.data.map((info) => (
            <Tile key={info.game} {...info} isOnBreak={isOnBreak} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The tile of crash. The list shows it only if the server has a hash chain, because crash needs one for its rounds. */
function CrashTile({ returned, isOnBreak }: { returned: string; isOnBreak: boolean }) {
  const minStake = useApp(({ data }) => data.app_config?.min_stake) ?? '0.00'
  return <Tile game="crash" return_percent={returned} min_stake={minStake} isOnBreak={isOnBreak} />
}

type TileProps = Pick<GameInfo, 'return_percent' | 'min_stake'> & { game: OwnGame; isOnBreak: boolean }

function Tile({ game, return_percent, min_stake, isOnBreak }: TileProps) {
  const { i18n } = useLingui()
  const name = i18n._(ownGameNames[game])
  const returned = return_percent.replace(/\.00$/, '')
  return (
    <li>
      <Link href={`/nare-games/${game}`} className={tints.tint} data-game={game}>
        <GamePicture name={name} image={`/v1/casino/tiles/${game}.svg`} className={style.picture} />
        <b>{name}</b>
        <small>{i18n._(gameTexts[game])}</small>
        <small className={style.facts}>
          {!isOnBreak && (
            <>
              <Trans>{returned}% return</Trans> ·{' '}
            </>
          )}
          <Trans>
            from <Amount value={min_stake} />
          </Trans>
        </small>
      </Link>
    </li>
  )
}
