import type { CasinoShelf } from '@nare/contract/casino'
import { useLingui } from '@lingui/react/macro'

/** The name of a category: ours in the bettor's language, else the operator's. */
export function useCategoryName(shelves: readonly CasinoShelf[] | undefined): (id: string) => string {
  const { t } = useLingui()
  const ours: Readonly<Record<string, string>> = {
    crash: t`Crash`,
    slots: t`Slots`,
    instant: t`Instant`,
    table: t`Table`,
    live: t`Live`,
    new: t`New`,
  }
  return (id) =>
    (Object.hasOwn(ours, id) ? ours[id] : undefined) ?? shelves?.find((shelf) => shelf.id === id)?.name ?? id
}
