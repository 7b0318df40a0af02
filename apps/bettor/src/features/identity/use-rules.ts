import { useLingui } from '@lingui/react/macro'

/** The generic sentences of form checking; each gives undefined when the value is fine. Whitespace alone is nothing. */
export function useRules() {
  const { t } = useLingui()
  return {
    required: (value: string | undefined, label: string): string | undefined =>
      value?.trim() ? undefined : t`Please enter ${label}`,
    atLeast: (value: string | undefined, label: string, least: number): string | undefined =>
      value?.trim()
        ? value.length >= least
          ? undefined
          : t`${label} must be at least ${least} characters`
        : t`Please enter ${label}`,
    matches: (value: string | undefined, label: string, pattern: RegExp): string | undefined =>
      value?.trim()
        ? pattern.test(value.trim())
          ? undefined
          : t`${label} does not match the pattern`
        : t`Please enter ${label}`,
    mobile: (value: string | undefined, label: string): string | undefined =>
      value?.trim()
        ? /^(?:\+?254|0)?[17]\d{8}$/.test(value.replace(/[\s-]/g, ''))
          ? undefined
          : t`Please enter a mobile number such as 0712 345 678`
        : t`Please enter ${label}`,
  }
}
