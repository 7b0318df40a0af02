/** The direction between two prices as decimal texts; undefined when they are the same. */
export function priceMove(before: string, after: string): 'up' | 'down' | undefined {
  const [one, two] = [thousandths(before), thousandths(after)]
  return one === two ? undefined : two > one ? 'up' : 'down'
}

function thousandths(price: string): bigint {
  const [whole = '0', part = ''] = price.split('.')
  return BigInt(whole + part.padEnd(3, '0').slice(0, 3))
}
