import { clockTimes, setting, whole, type Values } from '#modules/settings/settings'

const taxes = { group: 'taxes', weakens: 'up' } as const

/** The times of the taxes of a day: those of the day after it, on the clock of the country. */
export const taxTimeSettings = {
  fileAt: setting<number>({
    ...taxes,
    key: 'taxes.file_at',
    name: 'File of a day',
    about: 'When the taxes of a day are declared, on the day after it.',
    kind: clockTimes,
    defaultOf: () => 30,
  }),
  alertAt: setting<number>({
    ...taxes,
    key: 'taxes.alert_at',
    name: 'Reminder of a tax',
    about: 'When a declared tax that is not remitted is reported to the numbers for alerts, on the day after its own.',
    kind: clockTimes,
    defaultOf: () => 60,
  }),
  lateAt: setting<number>({
    ...taxes,
    key: 'taxes.late_at',
    name: 'A tax is late',
    about: 'From when on a declared tax that is not remitted is late, on the day after its own.',
    kind: clockTimes,
    defaultOf: () => 420,
  }),
  grossDay: setting<number>({
    ...taxes,
    key: 'taxes.gross_day',
    name: 'Tax of a month',
    about:
      'On which day of the next month the tax on the gross result is reported and becomes late, at the same times.',
    kind: whole({ least: 1, most: 28, unit: 'day' }),
    defaultOf: ({ country }) => country.grossTaxDay,
  }),
}

/** When a tax of a day is declared, reported and late, in minutes of the day after it; that of a month on a day of the next one. */
export type TaxTimes = Readonly<Record<keyof typeof taxTimeSettings, number>>

export const taxTimesOf = (values: Values): TaxTimes => ({
  fileAt: values(taxTimeSettings.fileAt),
  alertAt: values(taxTimeSettings.alertAt),
  lateAt: values(taxTimeSettings.lateAt),
  grossDay: values(taxTimeSettings.grossDay),
})
