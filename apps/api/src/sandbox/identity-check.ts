import type { IdentityCheck } from '#modules/identity/identity'

/** A fake identity check: even final digits pass, odd ones fail, and numbers without a digit wait for a manual review. */
export const sandboxCheck: IdentityCheck = {
  async submit({ number }) {
    const last = number.at(-1) ?? ''
    if (!/\d/.test(last)) return 'manual'
    return Number(last) % 2 === 0 ? 'passed' : 'failed'
  },
}
