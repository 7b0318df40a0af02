import type { IdentityCheck } from '#modules/identity/identity'

/**
 * A fake electronic source. It knows everybody by the sign-up alone, except people whose name has the word "Unlisted". Of documents, even
 * final digits pass, odd ones fail (without pictures: cannot be decided), and numbers without a digit wait for a manual review.
 */
export const sandboxCheck: IdentityCheck = {
  byNumber: true,
  knows: ({ name }) => !/\bunlisted\b/i.test(name),
  async submit({ number }) {
    const last = number.at(-1) ?? ''
    if (!/\d/.test(last)) return { is: 'manual', said: said('1021', 'Partial Match', 'partly') }
    return Number(last) % 2 === 0
      ? { is: 'passed', said: said('1020', 'Exact Match', 'yes') }
      : { is: 'failed', said: said('1022', 'No Match', 'no') }
  },
}

const said = (code: string, text: string, name: 'yes' | 'partly' | 'no') => ({
  ...{ source: 'sandbox', code, text },
  fields: [
    { field: 'number', match: 'yes' } as const,
    { field: 'name', match: name } as const,
    { field: 'birthday', match: name === 'no' ? 'no' : 'yes' } as const,
  ],
})
