/** "24h" as "24 hours". */
export const periodText = (period: string): string => {
  const [, count = '', unit = ''] = /^(\d+)(\w)$/.exec(period) ?? []
  const noun = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' }[unit]
  return noun === undefined ? period : `${count} ${noun}${count === '1' ? '' : 's'}`
}
