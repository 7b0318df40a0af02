import type { Messages } from '@lingui/core'
import { addCatalogues } from '../i18n/catalogues.ts'

/** The texts of the cash-out, for pages that load them before the later screens have registered theirs. */
addCatalogues(import.meta.glob<{ messages: Messages }>('../locales/cashout/*.po'))
