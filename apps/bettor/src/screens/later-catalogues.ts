import type { Messages } from '@lingui/core'
import { addCatalogues } from '../i18n/catalogues.ts'

/** The catalogues of the screens in later-screens.tsx. */
addCatalogues(
  import.meta.glob<{ messages: Messages }>(
    '../locales/{boards,cashout,complaints,crash,fantasy,games,jackpot,print,rewards}/*.po',
  ),
)
