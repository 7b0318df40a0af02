import type { Messages } from '@lingui/core'
import { addCatalogues } from '../i18n/catalogues.ts'

/** The texts of the builder of combinations, which loads with the first tap on it. */
addCatalogues(import.meta.glob<{ messages: Messages }>('../locales/build/*.po'))
