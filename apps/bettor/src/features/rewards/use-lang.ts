import { useLingui } from '@lingui/react/macro'

/** The language in which promotions are requested. */
export function useLang(): 'en' | 'sw' {
  const { i18n } = useLingui()
  return i18n.locale === 'sw' ? 'sw' : 'en'
}
