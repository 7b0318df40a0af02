/** What the pages of the house say otherwise in each country, by the name that stands in them: `{{law_country}}`. */
export const lawTextNames = [
  ...(['law_country', 'law_taxes', 'law_taxes_today', 'law_limits', 'law_wallet', 'law_pay_yourself'] as const),
  ...(['law_data', 'law_data_office', 'law_revenue', 'law_laundering', 'law_fiu', 'law_complaint_days'] as const),
] as const
type Texts = Readonly<Record<(typeof lawTextNames)[number], string>>

/** In both languages of the app. A text may hold other names of pages, such as `{{deposit_tax}}`. */
export type LawTexts = Readonly<Record<'en' | 'sw', Texts>>

/** A page with the texts of the country in it. */
export const withLawTexts = (page: string, texts: Texts): string =>
  page.replaceAll(/\{\{\s*(law_[a-z_]+)\s*\}\}/g, (whole, name: string) => {
    const known = lawTextNames.find((one) => one === name)
    return known ? texts[known] : whole
  })

export const lawOfKenya: LawTexts = {
  en: {
    law_country: 'Kenya',
    law_taxes:
      'The law requires {{deposit_tax}}% excise duty on each deposit and {{withdrawal_tax}}% withholding tax on each withdrawal, as of {{today}}. Both are shown before you confirm and are paid to the Kenya Revenue Authority. We keep none of them.',
    law_taxes_today:
      'Today, {{today}}, the law takes {{deposit_tax}}% of deposits and {{withdrawal_tax}}% of withdrawals. It is shown before you confirm.',
    law_limits: 'Lower holds at once. Higher takes 24 hours and your confirmation.',
    law_wallet: 'M-Pesa',
    law_pay_yourself:
      'Open [Deposit](/deposit) and "Pay with M-Pesa paybill": it has the steps, the paybill number and your account number to copy. The money arrives by itself.',
    law_data: 'the Data Protection Act, 2019',
    law_data_office: 'the Office of the Data Protection Commissioner',
    law_revenue: 'the Kenya Revenue Authority',
    law_laundering: 'the Proceeds of Crime and Anti-Money Laundering Act and its regulations',
    law_fiu: 'the Financial Reporting Centre',
    law_complaint_days: '10 working days',
  },
  sw: {
    law_country: 'Kenya',
    law_taxes:
      'Sheria inatoza ushuru wa {{deposit_tax}}% kwa kila pesa inayowekwa na kodi ya zuio ya {{withdrawal_tax}}% kwa kila pesa inayotolewa, kufikia {{today}}. Zote huonyeshwa kabla hujathibitisha na hulipwa Mamlaka ya Mapato ya Kenya.',
    law_taxes_today:
      'Kufikia {{today}} sheria inachukua {{deposit_tax}}% ya pesa zinazowekwa na {{withdrawal_tax}}% ya zinazotolewa. Huonyeshwa kabla hujathibitisha.',
    law_limits: 'Kushusha huanza papo hapo. Kupandisha huchukua saa 24 na uthibitisho wako.',
    law_wallet: 'M-Pesa',
    law_pay_yourself:
      'Fungua [Weka pesa](/deposit) kisha "Lipa mwenyewe kwa paybill ya M-Pesa": ina hatua, namba ya paybill na namba ya akaunti ya kunakili. Pesa hufika yenyewe.',
    law_data: 'Sheria ya Ulinzi wa Data ya 2019',
    law_data_office: 'Ofisi ya Kamishna wa Ulinzi wa Data',
    law_revenue: 'Mamlaka ya Mapato',
    law_laundering: 'Sheria ya Mapato ya Uhalifu na Kuzuia Utakatishaji wa Pesa',
    law_fiu: 'Kituo cha Ripoti za Fedha',
    law_complaint_days: 'siku 10 za kazi',
  },
}

export const lawOfTanzania: LawTexts = {
  en: {
    law_country: 'Tanzania',
    law_taxes:
      'The law takes {{win_tax}}% of winnings, as of {{today}}. It is paid to the Tanzania Revenue Authority when a bet is paid, and we keep none of it. Deposits and withdrawals have no tax.',
    law_taxes_today:
      'Today, {{today}}, the law takes {{win_tax}}% of winnings, and nothing of deposits and withdrawals.',
    law_limits:
      'Lower holds at once. Higher takes 7 days and your confirmation. For 7 days after either change no bets are taken.',
    law_wallet: 'your mobile money',
    law_pay_yourself:
      'Every deposit begins on [Deposit](/deposit). Money that you send in another way is sent back to you.',
    law_data: 'the Personal Data Protection Act, 2022',
    law_data_office: 'the Personal Data Protection Commission',
    law_revenue: 'the Tanzania Revenue Authority',
    law_laundering: 'the Anti-Money Laundering Act and its regulations',
    law_fiu: 'the Financial Intelligence Unit',
    law_complaint_days: '14 days',
  },
  sw: {
    law_country: 'Tanzania',
    law_taxes:
      'Sheria inachukua {{win_tax}}% ya ushindi, kufikia {{today}}. Hulipwa Mamlaka ya Mapato Tanzania beti inapolipwa, na hatubaki na chochote. Kuweka na kutoa pesa hakuna kodi.',
    law_taxes_today:
      'Kufikia {{today}} sheria inachukua {{win_tax}}% ya ushindi, na haichukui chochote ukiweka au kutoa pesa.',
    law_limits:
      'Kushusha huanza papo hapo. Kupandisha huchukua siku 7 na uthibitisho wako. Kwa siku 7 baada ya badiliko lolote hatupokei beti.',
    law_wallet: 'pesa ya simu',
    law_pay_yourself:
      'Kila muamala wa kuweka pesa huanzia kwenye [Weka pesa](/deposit). Pesa uliyotuma kwa njia nyingine hurudishwa kwako.',
    law_data: 'Sheria ya Ulinzi wa Taarifa Binafsi ya 2022',
    law_data_office: 'Tume ya Ulinzi wa Taarifa Binafsi',
    law_revenue: 'Mamlaka ya Mapato Tanzania',
    law_laundering: 'Sheria ya Kuzuia Utakasishaji wa Fedha Haramu',
    law_fiu: 'Kitengo cha Kudhibiti Fedha Haramu',
    law_complaint_days: 'siku 14',
  },
}
