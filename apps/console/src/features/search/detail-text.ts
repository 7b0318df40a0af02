import { amountText, labelOf, momentsText } from '../../parts/format.ts'

const amount = /\b\d+\.\d{2}\b(?!x)/g
const code = /^[a-z]+(_[a-z]+)*$/

/** The detail of a result as it is read: codes by their names, amounts with thousands, times in the country's zone. */
export const detailText = (detail: string, nowMs: number): string =>
  detail
    .split(' · ')
    .map((part) =>
      code.test(part) ? labelOf(part) : momentsText(part, nowMs).replaceAll(amount, (text) => amountText(text)),
    )
    .join(' · ')
