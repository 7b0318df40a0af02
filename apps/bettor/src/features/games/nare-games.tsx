import { gameNames, type GameName } from '@nare/contract/game-shapes'
import type { ComponentType } from 'react'
import { useParams } from 'wouter'
import { loadWithMessages } from '../../i18n/locale.ts'
import { lazyPart } from '../../loading/lazy-part.tsx'
import { GameSkeleton } from './game-skeleton.tsx'
import { GameList } from './game-list.tsx'

const waits = { loading: <GameSkeleton /> }

/** Each game is a separate chunk. */
const screens: Readonly<Record<GameName, ComponentType>> = {
  dice: lazyPart(
    () => loadWithMessages(() => import('./dice.tsx'), ['games', 'forms']).then((part) => part.Dice),
    waits,
  ),
  limbo: lazyPart(
    () => loadWithMessages(() => import('./limbo.tsx'), ['games', 'forms']).then((part) => part.Limbo),
    waits,
  ),
  mines: lazyPart(
    () => loadWithMessages(() => import('./mines.tsx'), ['games', 'forms']).then((part) => part.Mines),
    waits,
  ),
  plinko: lazyPart(
    () => loadWithMessages(() => import('./plinko.tsx'), ['games', 'forms']).then((part) => part.Plinko),
    waits,
  ),
  keno: lazyPart(
    () => loadWithMessages(() => import('./keno.tsx'), ['games', 'forms']).then((part) => part.Keno),
    waits,
  ),
  wheel: lazyPart(
    () => loadWithMessages(() => import('./wheel.tsx'), ['games', 'forms']).then((part) => part.Wheel),
    waits,
  ),
  roulette: lazyPart(
    () => loadWithMessages(() => import('./roulette.tsx'), ['games', 'forms']).then((part) => part.Roulette),
    waits,
  ),
  'hi-lo': lazyPart(
    () => loadWithMessages(() => import('./hi-lo.tsx'), ['games', 'forms']).then((part) => part.HiLo),
    waits,
  ),
  blackjack: lazyPart(
    () => loadWithMessages(() => import('./blackjack.tsx'), ['games', 'forms']).then((part) => part.Blackjack),
    waits,
  ),
}

/** The game of the URL, else the list of games. */
export function OwnGames() {
  const { game } = useParams()
  const name = gameNames.find((known) => known === game)
  if (name === undefined) return <GameList />
  const Screen = screens[name]
  return <Screen key={name} />
}
