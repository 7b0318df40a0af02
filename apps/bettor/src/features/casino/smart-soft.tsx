import { useLingui } from '@lingui/react/macro'
import type { CasinoGame } from '@nare/contract/casino'
import { ChipRow } from '@nare/ui/chip-row'
import { EmptyState } from '@nare/ui/empty-state'
import { useState } from 'react'
import { useApp } from '../../state/hooks.ts'
import { useCategoryName } from './category-name.tsx'
import { GameSheet } from './game-sheet.tsx'
import { gamesIn } from './shelves.ts'
import { Tile } from './tile.tsx'
import { TilesAwaited } from './tiles-awaited.tsx'
import { useFront, useOwnGames } from './use-lobby.ts'
import style from './casino.module.css'

const allCategories = 'all'

/** The games of SmartSoft, filtered by category. */
export function SmartSoft() {
  const { t } = useLingui()
  const front = useFront({ provider: 'smartsoft' })
  const own = useOwnGames()
  const categories = useApp(({ virtuals }) => virtuals.smartsoft_categories)
  const name = useCategoryName(front.shelves?.types)
  const [category, choose] = useState(allCategories)
  const [opened, open] = useState<CasinoGame | undefined>()
  const favourites = new Set(own.favourites.map(({ game_id }) => game_id))
  const all = gamesIn(front.list).filter(({ provider }) => /^smart[-_ ]?soft$/i.test(provider))
  const games = all.filter((game) => category === allCategories || game.category === category)
  return (
    <section className={style.page} aria-label={t`SmartSoft`}>
      <h1 className={style.title}>{t`SmartSoft`}</h1>
      {categories.length > 1 && (
        <ChipRow
          label={t`Categories`}
          value={category}
          onPick={choose}
          items={[allCategories, ...categories].map((key) => ({
            key,
            text: key === allCategories ? t`All` : name(key),
          }))}
        />
      )}
      {games.length > 0 ? (
        <ul className={style.grid} aria-label={t`Games`}>
          {games.map((game) => (
            <Tile key={game.game_id} game={game} isFavourite={favourites.has(game.game_id)} onOpen={open} />
          ))}
        </ul>
      ) : front.loading ? (
        <TilesAwaited />
      ) : (
        <EmptyState drawing="page">{front.error ?? t`No SmartSoft games are open right now.`}</EmptyState>
      )}
      <GameSheet
        game={opened}
        isFavourite={opened !== undefined && favourites.has(opened.game_id)}
        onFavourite={own.toggle}
        onClose={() => open(undefined)}
      />
    </section>
  )
}
