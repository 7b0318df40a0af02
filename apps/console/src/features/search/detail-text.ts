import { amountText, labelOf, whenText } from '../../parts/format.ts'

const time = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const amount = /\b\d+\.\d{2}\b(?!x)/g
const code = /^[a-z]+(_[a-z]+)*$/

/** The detail of a result as it is read: codes by their names, amounts with thousands, times in the country's zone. */
export const detailText = (detail: string, nowMs: number): string =>
  detail
    .split(' · ')
    .map((part) => {
      if (time.test(part)) return whenText(part, nowMs)
      return code.test(part) ? labelOf(part) : part.replaceAll(amount, (text) => amountText(text))
    })
    .join(' · ')
