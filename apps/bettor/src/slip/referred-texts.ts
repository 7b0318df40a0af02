import type { Messages } from '@lingui/core'
import { addCatalogues } from '../i18n/catalogues.ts'

/** The texts of bets that wait for a trader, which the slip loads with the first of them. */
addCatalogues(import.meta.glob<{ messages: Messages }>('../locales/referred/*.po'))
